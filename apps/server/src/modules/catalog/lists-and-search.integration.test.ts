import { describe, expect, test } from 'vitest'
import { useCatalogSamples } from './testing.ts'

const catalog = useCatalogSamples()
const { idOf } = catalog

describe('the list of changes', () => {
  const changes = async (body: object) => {
    const answer = await catalog.admin.send('POST', '/api/catalog/changes', { body })
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
    const answer = await catalog.admin.send('POST', '/api/catalog/changes', { body: { query: 'tpe=diff' } })
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
    const answer = await catalog.admin.send('POST', '/api/catalog/changes', { body })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(path)
  })
})

describe('the list of items', () => {
  const names = async (query: string) => {
    const answer = await catalog.admin.send('GET', `/api/catalog/items?${query}`)
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
    const { pool } = catalog.app.database
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
    const answer = await catalog.admin.send('GET', '/api/catalog/items?query=colour%3Dred')
    expect(answer).toMatchObject({ status: 400, body: { problems: [{ path: 'query', column: 1 }] } })
  })
})

test('names, keys and values are offered where a query is typed', async () => {
  await catalog.app.database.pool.query(
    `insert into core.config_facets (kind, key, value, count) values
       ('type', '', 'Offered::Pod', 3), ('type', '', 'Offered::Node', 9), ('type', '', 'Offered::Gone', 0),
       ('label', 'offered-team', 'pay ments', 2), ('label', 'offered-team', 'shop', 1), ('label', 'offered-tier', 'a', 1)
     on conflict do nothing`,
  )
  const offers = async (text: string) => {
    const search = new URLSearchParams({ text, at: String(text.length) })
    const answer = await catalog.admin.send('GET', `/api/catalog/query-offers?${search.toString()}`)
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
  const answer = await catalog.admin.send('POST', '/api/resources/search', {
    body: { configs: [{ search: 'pay', types: ['Kubernetes::Pod'] }, { tagSelector: 'region=eu' }] },
  })
  expect(answer.body.configs).toMatchObject([
    { name: 'cart-1', type: 'Kubernetes::Pod', namespace: 'shop' },
    { name: 'db-1', namespace: '' },
  ])
})

test('changes and insights are found by their items, and by what they are', async () => {
  await catalog.app.database.pool.query(
    `insert into core.config_analysis (config_id, analyzer, analysis_type, severity, summary, status, first_observed) values
       ($1, 'root', 'security', 'high', 'runs as root', 'open', now()),
       ($1, 'idle', 'cost', 'low', null, 'open', now() - interval '1 hour'),
       ($1, 'old', 'security', 'low', 'was fixed', 'resolved', now())`,
    [idOf('cart-1')],
  )
  const find = async (kind: 'config_changes' | 'config_analysis', ...selectors: object[]) => {
    const { body } = await catalog.admin.send('POST', '/api/resources/search', {
      body: { [kind]: selectors },
    })
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
  const { body } = await catalog.admin.send('GET', `/api/catalog/${idOf('cart')}/impact`)
  expect(body.dependents).toMatchObject([
    { name: 'cart-1', distance: 1 },
    { name: 'cart-2', distance: 1 },
  ])
})
