import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'

let app: TestApp
let admin: TestBrowser
const ids = new Map<string, string>()
const idOf = (name: string) => ids.get(name) ?? ''

interface Sample {
  name: string
  type: string
  health?: string
  status?: string
  labels?: Record<string, string>
  tags?: Record<string, string>
  parent?: string
  deleted?: boolean
  analysis?: Record<string, number>
  cost?: number
}

const samples: readonly Sample[] = [
  { name: 'prod', type: 'Kubernetes::Cluster', health: 'healthy' },
  { name: 'shop', type: 'Kubernetes::Namespace', parent: 'prod', tags: { cluster: 'prod' } },
  {
    name: 'cart',
    type: 'Kubernetes::Deployment',
    health: 'healthy',
    status: 'Running',
    parent: 'shop',
    labels: { team: 'payments' },
    tags: { cluster: 'prod', namespace: 'shop' },
    cost: 5,
  },
  {
    name: 'cart-1',
    type: 'Kubernetes::Pod',
    health: 'unhealthy',
    status: 'CrashLoopBackOff',
    parent: 'cart',
    labels: { team: 'payments' },
    tags: { cluster: 'prod', namespace: 'shop' },
    analysis: { security: 2 },
  },
  {
    name: 'cart-2',
    type: 'Kubernetes::Pod',
    health: 'healthy',
    status: 'Running',
    parent: 'cart',
    labels: { team: 'search' },
    tags: { cluster: 'prod', namespace: 'shop' },
  },
  { name: 'old', type: 'Kubernetes::Pod', deleted: true, parent: 'cart' },
  { name: 'db-1', type: 'AWS::EC2::Instance', status: 'running', tags: { region: 'eu' } },
]

async function addItem({ name, type, parent, ...more }: Sample): Promise<void> {
  const { pool } = app.database
  const { rows } = await pool.query<{ id: string }>(
    `insert into core.config_items
       (config_class, type, name, health, status, labels, tags, parent_id, path, deleted_at, cost_total_30d, external_id)
     select split_part($1, '::', 2), $1, $2, $3, $4, $5, $6, $7::uuid,
       coalesce((select concat_ws('.', nullif(path, ''), id::text) from core.config_items where id = $7::uuid), ''),
       $8, $9, array[$2]
     returning id`,
    [
      type,
      name,
      more.health,
      more.status,
      more.labels ?? {},
      more.tags ?? {},
      parent === undefined ? null : idOf(parent),
      more.deleted === true ? new Date() : null,
      more.cost,
    ],
  )
  const id = rows[0]?.id ?? ''
  ids.set(name, id)
  await pool.query('insert into core.config_item_stats (config_id, open_analysis) values ($1, $2)', [
    id,
    more.analysis ?? {},
  ])
  await pool.query(`insert into core.config_item_bodies (config_id, config, hash) values ($1, $2, '')`, [
    id,
    { kind: type, metadata: { name }, note: `made for ${name}` },
  ])
  if (parent !== undefined)
    await pool.query(
      `insert into core.config_relationships (config_id, related_id, relation, selector_id) values ($1, $2, 'hard', 'parent')`,
      [idOf(parent), id],
    )
}

async function addChange(name: string, type: string, more: Record<string, unknown> = {}): Promise<string> {
  const { rows } = await app.database.pool.query<{ id: string }>(
    `insert into core.config_changes
       (id, config_id, change_type, severity, summary, source, external_created_by, first_observed, created_at, count)
     values (core.id_at(now() - $8::interval), $1, $2, $3, $4, $5, $6, now() - $8::interval, now() - $8::interval, $7)
     returning id`,
    [
      idOf(name),
      type,
      more['severity'] ?? null,
      more['summary'] ?? null,
      more['source'] ?? null,
      more['by'] ?? null,
      more['count'] ?? 1,
      more['ago'] ?? '1 minute',
    ],
  )
  return rows[0]?.id ?? ''
}

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
  for (const sample of samples) await addItem(sample)
  await app.database.pool.query(
    `insert into core.config_relationships (config_id, related_id, relation) values ($1, $2, 'InstancePod')`,
    [idOf('db-1'), idOf('cart-1')],
  )
  await addChange('shop', 'diff', { ago: '30 minutes', summary: 'spec.quota, a' })
  await addChange('cart', 'diff', { ago: '3 minutes', summary: 'spec.replicas', count: 3 })
  await addChange('cart-1', 'BackOff', { severity: 'high', by: 'kubelet', source: 'Kubernetes' })
  await addChange('cart-2', 'Pulled', { severity: 'info', ago: '2 minutes' })
  await addChange('db-1', 'RunInstances', { severity: 'low', ago: '5 days' })
  await addChange('old', 'Killing', { severity: 'info' })
})

describe('the summary', () => {
  const summary = async (body: object) => {
    const answer = await admin.send('POST', '/api/catalog/summary', { body })
    expect(answer.status).toBe(200)
    return answer.body
  }

  test('counts items by type with health, insights and cost [CAT-041] [CAT-049]', async () => {
    const rows = await summary({
      groupBy: ['type'],
      deleted: false,
      changes: { since: '30d' },
      analysis: { since: '30d' },
      cost: '30d',
    })
    expect(rows.map(({ type }: { type: string }) => type)).toEqual([
      'AWS::EC2::Instance',
      'Kubernetes::Cluster',
      'Kubernetes::Deployment',
      'Kubernetes::Namespace',
      'Kubernetes::Pod',
    ])
    expect(rows.at(-1)).toMatchObject({
      type: 'Kubernetes::Pod',
      count: 2,
      health: { healthy: 1, unhealthy: 1 },
      analysis: { security: 2 },
      changes: 0,
      cost_total_30d: null,
    })
    expect(rows[2]).toMatchObject({ cost_total_30d: 5, cost_30d: 5 })
  })

  test('groups by tags and columns together, and gives every row a type', async () => {
    const rows = await summary({ groupBy: ['cluster__tag', 'config_class'] })
    expect(rows).toMatchObject([
      { cluster: 'prod', config_class: 'Kubernetes', count: 4 },
      { config_class: 'AWS', type: 'AWS::EC2::Instance', count: 1 },
      { config_class: 'Kubernetes', count: 1 },
    ])
    expect(rows[1]).not.toHaveProperty('cluster')
  })

  test('counts what filters choose, and deleted items where it is asked to', async () => {
    expect(await summary({ health: '!healthy', filter: { team: 'payments' } })).toMatchObject([
      { type: 'Kubernetes::Pod', count: 1, health: { unhealthy: 1 } },
    ])
    expect(await summary({ filter: { team: '!pay*' }, status: 'Run*' })).toMatchObject([
      { type: 'Kubernetes::Pod', count: 1 },
    ])
    expect((await summary({ deleted: true })).at(-1)).toMatchObject({ count: 3 })
  })

  test('takes names of tags and labels as values, whatever they contain', async () => {
    const name = `x') as key_0, (select 1) -- "`
    expect(await summary({ groupBy: [name], filter: { [name]: `!'` } })).toMatchObject([{ count: 6 }])
  })

  test('names the field of a request that it cannot read', async () => {
    const answer = await admin.send('POST', '/api/catalog/summary', { body: { changes: { since: 'long' } } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'EINVALID' } })
    expect(answer.body.error).toContain('changes.since')
  })
})

describe('the data service', () => {
  const get = async (path: string, headers?: Record<string, string>) => {
    const answer = await admin.send('GET', `/api/db/${path}`, headers === undefined ? {} : { headers })
    expect({ path, status: answer.status, body: answer.body }).toMatchObject({ status: 200 })
    return answer.body
  }
  const columns =
    'id,type,config_class,status,health,labels,name,tags,created_at,updated_at,deleted_at,cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d,changes,analysis'

  test('lists items with their counts and agent [CAT-036] [CAT-037] [CAT-038] [CAT-042]', async () => {
    const [row] = await get(`configs?select=${columns}&select=agent:agents(id,name)&name=eq.cart-1`)
    expect(Object.keys(row)).toEqual([...columns.split(','), 'agent'])
    expect(row).toMatchObject({
      name: 'cart-1',
      analysis: { security: 2 },
      changes: 0,
      agent: { id: LOCAL_AGENT_ID },
    })
    const [named] = await get('configs?select=id,last_scraped_time,config_scrapers(id,name)&name=eq.cart-1')
    expect(named).toMatchObject({ last_scraped_time: null, config_scrapers: null })
  })

  test('filters by type, status and health [CAT-043]', async () => {
    const names = async (filter: string) =>
      (await get(`configs?select=name&${filter}&order=name`)).map(({ name }: { name: string }) => name)
    expect(await names('type=eq.Kubernetes::Pod')).toEqual(['cart-1', 'cart-2', 'old'])
    expect(await names('status.filter=!Running&health.filter=unhealthy')).toEqual(['cart-1'])
  })

  test('searches with an or over name, type, description and namespace [CAT-044]', async () => {
    const found = await get(
      'configs?select=name&or=(name.ilike.*shop*,type.ilike.*shop*,description.ilike.*shop*,namespace.ilike.*shop*)&order=name',
    )
    expect(found).toEqual([{ name: 'cart' }, { name: 'cart-1' }, { name: 'cart-2' }, { name: 'shop' }])
  })

  test('compares labels with eq, neq and null [CAT-045]', async () => {
    expect(await get('configs?select=name&or=(and(labels->>team.eq.search))')).toEqual([{ name: 'cart-2' }])
    expect(
      await get('configs?select=name&or=(and(labels->>team.neq.search))&labels->>none=is.null&order=name'),
    ).toEqual([{ name: 'cart' }, { name: 'cart-1' }])
  })

  test('orders by type and name [CAT-046]', async () => {
    const rows = await get('configs?select=name&order=type,name.asc&limit=3')
    expect(rows).toEqual([{ name: 'db-1' }, { name: 'prod' }, { name: 'cart' }])
  })

  test('hides deleted items where it is asked to [CAT-047] [CAT-027]', async () => {
    expect(await get('configs?select=name&type=eq.Kubernetes::Pod&deleted_at=is.null&name=eq.old')).toEqual(
      [],
    )
    expect(await get('configs?select=name&type=eq.Kubernetes::Pod&name=eq.old')).toEqual([{ name: 'old' }])
  })

  test('pages with a total [CAT-048]', async () => {
    const answer = await admin.send('GET', '/api/db/configs?select=name&order=name&limit=2&offset=2', {
      headers: { prefer: 'count=exact' },
    })
    expect(answer.body).toEqual([{ name: 'cart-2' }, { name: 'db-1' }])
    expect(answer.headers.get('content-range')).toBe('2-3/7')
  })

  test('gives one item with its document and counts [CAT-039] [CAT-050]', async () => {
    const [row] = await get(`config_detail?id=eq.${idOf('cart-1')}&select=*,config_scrapers(id,name)`)
    expect(row).toMatchObject({
      config: { kind: 'Kubernetes::Pod', note: 'made for cart-1' },
      summary: { changes: 0, analysis: 0, relationships: 2, playbook_runs: 0, checks: 0 },
      config_scrapers: null,
      properties: [],
    })
  })

  test('offers values for filters, and the checks of an item [CAT-051] [CAT-052]', async () => {
    for (const name of ['config_tags', 'config_labels', 'config_types', 'config_statuses', 'config_classes'])
      expect(Array.isArray(await get(name))).toBe(true)
    expect(await get(`config_names?id=eq.${idOf('prod')}&select=id,name,type`)).toEqual([
      { id: idOf('prod'), name: 'prod', type: 'Kubernetes::Cluster' },
    ])
    expect(await get(`check_summary_for_config?config_id=eq.${idOf('cart')}`)).toEqual([])
  })

  test('walks the graph around an item, with what contains it [CAT-040] [REL-010]', async () => {
    const related = async (more: string) =>
      (await get(`rpc/related_configs_recursive?config_id=${idOf('cart')}&max_depth=10${more}`)).map(
        ({ name }: { name: string }) => name,
      )
    expect(await related('&type_filter=outgoing')).toEqual(['cart', 'shop', 'cart-1', 'cart-2', 'prod'])
    expect(await related('&type_filter=outgoing&include_deleted_configs=true')).toContain('old')
    expect(await related('&type_filter=outgoing&type.filter=Kubernetes::Pod')).toEqual(['cart-1', 'cart-2'])
    const around = await get(
      `rpc/related_configs_recursive?config_id=${idOf('cart-1')}&type_filter=incoming&incoming_relation=both`,
    )
    expect(around.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'cart',
      'cart-1',
      'db-1',
      'prod',
      'shop',
    ])
    const hard = await get(
      `rpc/related_configs_recursive?config_id=${idOf('cart-1')}&type_filter=incoming&incoming_relation=hard`,
    )
    expect(hard.map(({ name }: { name: string }) => name)).not.toContain('db-1')
    const cart = around.find(({ name }: { name: string }) => name === 'cart')
    expect(cart).toMatchObject({ related_ids: [idOf('cart-1')], tags: { cluster: 'prod' } })
  })

  test('gives one change with its item [CHG-026]', async () => {
    const { body } = await admin.send('POST', '/api/catalog/changes', { body: { type: 'BackOff' } })
    const [{ id, config_id }] = body.changes
    expect(
      await get(
        `config_changes?config_id=eq.${config_id}&id=eq.${id}&select=id,config_id,change_type,created_at,external_created_by,source,diff,details,patches,created_by,config:configs(id,name,type,config_class)`,
      ),
    ).toMatchObject([
      { id, change_type: 'BackOff', external_created_by: 'kubelet', config: { name: 'cart-1' } },
    ])
    expect(await get('change_types?change_type=not.eq.')).toEqual([])
  })
})

describe('the list of changes', () => {
  const changes = async (body: object) => {
    const answer = await admin.send('POST', '/api/catalog/changes', { body })
    expect(answer).toMatchObject({ status: 200 })
    return answer.body
  }
  const types = async (body: object) =>
    (await changes(body)).changes.map((change: { change_type: string; name: string }) =>
      change.change_type === 'diff' ? `diff of ${change.name}` : change.change_type,
    )

  test('shows the last two days, newest first [CHG-020] [CHG-021] [CHG-023]', async () => {
    expect(await changes({})).toMatchObject({ total: 4, summary: { diff: 2, BackOff: 1, Pulled: 1 } })
    expect(await types({})).toEqual(['BackOff', 'Pulled', 'diff of cart', 'diff of shop'])
    expect(await types({ from: 'now-10d', sort_by: 'name' })).toEqual([
      'diff of cart',
      'BackOff',
      'Pulled',
      'RunInstances',
      'diff of shop',
    ])
  })

  test('is searched by queries', async () => {
    expect(await types({ query: 'type=backoff,pull*' })).toEqual(['BackOff', 'Pulled'])
    expect(await types({ query: 'type!=diff item=cart*' })).toEqual(['BackOff', 'Pulled'])
    expect(await types({ query: 'shop' })).toContain('diff of shop')
    expect(await types({ query: 'by=kubelet' })).toContain('BackOff')
    expect(await types({ query: 'time<now-1d type=diff' })).toEqual(
      await types({ type: 'diff', to: 'now-1d' }),
    )
    expect(await types({ query: 'sort=item limit=2' })).toHaveLength(2)
    expect(await changes({ query: 'limit=3', page_size: 2, page: 2 })).toMatchObject({ total: 3 })
    const answer = await admin.send('POST', '/api/catalog/changes', { body: { query: 'tpe=diff' } })
    expect(answer).toMatchObject({ status: 400, body: { problems: [{ path: 'query', column: 1 }] } })
  })

  test('has every field that pages show [CHG-019]', async () => {
    const [change] = (await changes({ type: 'BackOff' })).changes
    expect(change).toMatchObject({
      config_id: idOf('cart-1'),
      name: 'cart-1',
      type: 'Kubernetes::Pod',
      severity: 'high',
      count: 1,
      tags: { cluster: 'prod' },
      external_created_by: 'kubelet',
    })
  })

  test('shows those of what an item contains, or of what contains it, five levels deep [CHG-022] [CHG-025]', async () => {
    const id = idOf('cart')
    expect(await types({ id, recursive: 'downstream' })).toEqual(['BackOff', 'Pulled', 'diff of cart'])
    expect(await types({ id, recursive: 'upstream' })).toEqual(['diff of cart', 'diff of shop'])
    expect(await types({ id, recursive: 'all' })).toEqual([
      'BackOff',
      'Pulled',
      'diff of cart',
      'diff of shop',
    ])
    expect(await types({ id, recursive: 'none' })).toEqual(['diff of cart'])
    expect(await types({ id, recursive: 'downstream', depth: 0 })).toEqual(['diff of cart'])
    expect(await types({ id: `${id},${idOf('shop')}`, recursive: 'none' })).toEqual([
      'diff of cart',
      'diff of shop',
    ])
  })

  test('filters by severity or worse, type, tags, source and author', async () => {
    expect(await types({ severity: 'medium' })).toEqual(['BackOff'])
    expect(await types({ severity: '!high' })).toEqual(['Pulled', 'diff of cart', 'diff of shop'])
    expect(await types({ type: '!diff,!Pull*' })).toEqual(['BackOff'])
    expect(await types({ tags: 'cluster=prod,namespace!=shop' })).toEqual(['diff of shop'])
    expect(await types({ summary: encodeURIComponent('spec.quota, a') })).toEqual(['diff of shop'])
    expect(await types({ created_by: 'kubelet', source: 'Kubernetes' })).toEqual(['BackOff'])
    expect(await types({ created_by: '!kubelet', config_type: 'Kubernetes::Pod' })).toEqual(['Pulled'])
  })

  test('leaves out deleted items, unless it is asked for them', async () => {
    expect(await types({ type: 'Killing' })).toEqual([])
    expect(await types({ type: 'Killing', include_deleted_configs: true })).toEqual(['Killing'])
  })

  test('counts all, of which a page is a part', async () => {
    const page = await changes({ page: 2, page_size: 3 })
    expect(page.total).toBe(4)
    expect(page.changes).toHaveLength(1)
  })

  test.each([
    [{ from: 'yesterday' }, 'from'],
    [{ from: 'now', to: 'now-1d' }, 'from'],
    [{ sort_by: 'password' }, 'sort_by'],
    [{ tags: '(((' }, 'tags'],
    [{ id: 'x' }, 'id'],
    [{ page_size: 5_000 }, 'page_size'],
  ])('names the field of a request that it cannot read: %j', async (body, path) => {
    const answer = await admin.send('POST', '/api/catalog/changes', { body })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(path)
  })
})

describe('the list of items', () => {
  const names = async (query: string) => {
    const answer = await admin.send('GET', `/api/catalog/items?${query}`)
    expect({ query, ...answer }).toMatchObject({ status: 200 })
    return answer.body.rows.map(({ name }: { name: string }) => name)
  }

  test('understands queries, words and filters', async () => {
    expect(await names('query=health%3Dunhealthy')).toEqual(['cart-1'])
    expect(await names('query=cart%20-labels.team%3Dsearch')).toEqual(['cart', 'cart-1'])
    expect(await names('query=pay')).toEqual(['cart', 'cart-1'])
    expect(await names('words=%22made%20for%20cart-2%22')).toEqual(['cart-2'])
    expect(await names('labels=team%3Dpayments&configType=Kubernetes::Pod')).toEqual(['cart-1'])
    expect(await names('health=!healthy,!unhealthy&sortBy=name&sortOrder=desc')).toEqual(['shop', 'db-1'])
    expect(await names('query=sort%3D-name%20limit%3D2')).toEqual(['shop', 'prod'])
  })

  test('a word is the start of a name or value in any case, however long it is', async () => {
    const { pool } = app.database
    const long = `/Data/${'x'.repeat(120)}`
    const setTags = (tags: object) =>
      pool.query('update core.config_items set tags = $2 where id = $1', [idOf('db-1'), tags])
    await setTags({ region: 'eu', path: `${long}A`, share: '100%' })
    const start = `query=${encodeURIComponent(long.toLowerCase())}`
    expect(await names(start)).toEqual(['db-1'])
    expect(await names(`${start}a`)).toEqual(['db-1'])
    expect(await names(`${start}b`)).toEqual([])
    expect(await names('query=%2Fdata%2Fx')).toEqual(['db-1'])
    expect(await names('query=100%25')).toEqual(['db-1'])
    await setTags({ region: 'eu' })
    expect(await names('query=DB-')).toEqual(['db-1'])
    expect(await names('query=d%25')).toEqual([])
    expect(await names('query=b-1')).toEqual([])
    expect(await names('query=-pay&configType=Kubernetes::Pod')).toEqual(['cart-2'])
  })

  test('says where a query is wrong', async () => {
    const answer = await admin.send('GET', '/api/catalog/items?query=colour%3Dred')
    expect(answer).toMatchObject({ status: 400, body: { problems: [{ path: 'query', column: 1 }] } })
  })
})

test('names, keys and values are offered where a query is typed', async () => {
  await app.database.pool.query(
    `insert into core.config_facets (kind, key, value, count) values
       ('type', '', 'Offered::Pod', 3), ('type', '', 'Offered::Node', 9), ('type', '', 'Offered::Gone', 0),
       ('label', 'offered-team', 'pay ments', 2), ('label', 'offered-team', 'shop', 1), ('label', 'offered-tier', 'a', 1)
     on conflict do nothing`,
  )
  const offers = async (text: string) => {
    const search = new URLSearchParams({ text, at: String(text.length) })
    const answer = await admin.send('GET', `/api/catalog/query-offers?${search.toString()}`)
    expect(answer.status).toBe(200)
    return answer.body.offers.map((offer: { text: string }) => offer.text)
  }
  expect(await offers('hea')).toEqual(['health='])
  expect(await offers('health=un')).toEqual(['unhealthy', 'unknown'])
  expect(await offers('type=offered')).toEqual(['Offered::Node', 'Offered::Pod'])
  expect(await offers('labels.offered')).toEqual(['labels.offered-team=', 'labels.offered-tier='])
  expect(await offers('cart labels.offered-team=')).toEqual(['"pay ments"', 'shop'])
  expect(await offers('name=cart')).toEqual(['cart-1', 'cart-2'])
  expect(await offers('sort=-crea')).toEqual(['-created'])
  expect(await offers('name="a')).toEqual([])
})

test('pickers find items', async () => {
  const answer = await admin.send('POST', '/api/resources/search', {
    body: { configs: [{ search: 'pay', types: ['Kubernetes::Pod'] }, { tagSelector: 'region=eu' }] },
  })
  expect(answer.body.configs).toMatchObject([
    { name: 'cart-1', type: 'Kubernetes::Pod', namespace: 'shop' },
    { name: 'db-1', namespace: '' },
  ])
})

test('changes and insights are found by their items, and by what they are', async () => {
  await app.database.pool.query(
    `insert into core.config_analysis (config_id, analyzer, analysis_type, severity, summary, status, first_observed) values
       ($1, 'root', 'security', 'high', 'runs as root', 'open', now()),
       ($1, 'idle', 'cost', 'low', null, 'open', now() - interval '1 hour'),
       ($1, 'old', 'security', 'low', 'was fixed', 'resolved', now())`,
    [idOf('cart-1')],
  )
  const find = async (kind: 'config_changes' | 'config_analysis', ...selectors: object[]) => {
    const { body } = await admin.send('POST', '/api/resources/search', { body: { [kind]: selectors } })
    return body[kind].map(({ name, type }: { name: string; type: string }) => [name, type])
  }
  const [cart, backOff, pulled] = [
    ['cart: spec.replicas', 'diff'],
    ['cart-1', 'BackOff'],
    ['cart-2', 'Pulled'],
  ]
  expect(await find('config_changes', { search: 'cart' })).toEqual([backOff, pulled, cart])
  expect(await find('config_changes', { search: 'cart', types: ['!Pulled'] })).toEqual([backOff, cart])
  expect(await find('config_changes', { tagSelector: 'namespace=shop', statuses: ['high'] })).toEqual([
    backOff,
  ])
  // Those of deleted items are not meant, and one that is chosen twice is there once.
  expect(await find('config_changes', { types: ['Killing', 'BackOff'] }, { statuses: ['high'] })).toEqual([
    backOff,
  ])
  expect(await find('config_changes', { search: 'cart', limit: 1 })).toEqual([backOff])
  const [root, idle, fixed] = [
    ['cart-1: runs as root', 'security'],
    ['cart-1: idle', 'cost'],
    ['cart-1: was fixed', 'security'],
  ]
  expect(await find('config_analysis', { search: 'cart-1' })).toEqual([root, idle])
  expect(await find('config_analysis', { types: ['cost'] })).toEqual([idle])
  expect(await find('config_analysis', { name: 'cart-1', statuses: ['resolved'] })).toEqual([fixed])
  for (const kind of ['config_changes', 'config_analysis'] as const) expect(await find(kind, {})).toEqual([])
})

test('the impact of an item is what depends on it, nearest first', async () => {
  const { body } = await admin.send('GET', `/api/catalog/${idOf('cart')}/impact`)
  expect(body.dependents).toMatchObject([
    { name: 'cart-1', distance: 1 },
    { name: 'cart-2', distance: 1 },
  ])
})
