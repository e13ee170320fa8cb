import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { topologyAnswer } from '@binnacle/contract/topology'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { componentNode as node, topologyRun, addCheck, addTopology } from './store/testing.ts'
import { publishTopology } from './store/index.ts'

let app: TestApp
let admin: TestBrowser
let topology: string
let check: string
const ids = new Map<string, string>()
const idOf = (name: string) => ids.get(name) ?? ''

interface ComponentAnswer {
  name: string
  health: string
  components: ComponentAnswer[]
}

const names = (components: readonly ComponentAnswer[]): string[] => components.map(({ name }) => name)

async function ask(query = ''): Promise<{ components: ComponentAnswer[]; [key: string]: unknown }> {
  const answer = await admin.send('GET', `/api/topology${query}`)
  expect(answer.status).toBe(200)
  return answer.body
}

const property = (value: number) => [{ name: 'memory', value, unit: 'bytes', max: 100, headline: true }]

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
  const { pool } = app.database
  topology = await addTopology(pool)
  await publishTopology(
    pool,
    topologyRun(topology, [
      node('shop', {
        type: 'Namespace',
        labels: { env: 'prod' },
        children: [
          node('cart', {
            type: 'Deployment',
            namespace: 'shop',
            labels: { env: 'prod', tier: 'web' },
            logs: [{ name: 'app' }],
            properties: property(40),
            children: [node('cart-1', { type: 'Pod' }), node('cart-2', { type: 'Pod', hidden: true })],
          }),
          node('db', { type: 'StatefulSet', owner: 'data', health: 'healthy', properties: property(9) }),
        ],
      }),
      node('edge', { type: 'Namespace', health: 'warning', status: 'Degraded', labels: { env: 'test' } }),
      node('docs', { type: 'Site', health: 'healthy', status: 'info' }),
      node('mail', { type: 'Site', health: 'healthy' }),
    ]),
  )
  const { rows } = await pool.query<{ id: string; name: string }>('select id, name from core.components')
  for (const { id, name } of rows) ids.set(name, id)
  check = await addCheck(pool, 'cart answers', 'unhealthy')
  await pool.query(
    `update core.check_state set error = 'status 500, expected 200', last_transition_time = now() where check_id = $1`,
    [check],
  )
  await pool.query(
    'insert into core.check_component_relationships (component_id, check_id) values ($1, $2)',
    [idOf('cart-1'), check],
  )
  const team = await pool.query<{ id: string }>(
    `insert into core.teams (name, icon) values ('Payments', 'cart') returning id`,
  )
  await pool.query('insert into core.team_components (team_id, component_id) values ($1, $2)', [
    team.rows[0]?.id,
    idOf('cart'),
  ])
  await until(async () =>
    (await ask()).components.some(({ name, health }) => name === 'shop' && health === 'unhealthy'),
  )
})

describe('GET /api/topology', () => {
  test('answers components with all that is known of them [TOP-032, TOP-033, TOP-034, TOP-035]', async () => {
    const answer = await ask()
    expect(topologyAnswer.safeParse(answer).error).toBeUndefined()
    expect(answer).toMatchObject({
      teams: ['Payments'],
      types: ['Deployment', 'Namespace', 'Pod', 'Site', 'StatefulSet'],
      tags: { env: ['prod', 'test'], tier: ['web'] },
      at: null,
    })
    expect(answer.healthStatuses).toEqual(
      expect.arrayContaining(['Degraded', 'unhealthy', 'healthy', 'info']),
    )
    const [shop] = answer.components
    expect(shop).toMatchObject({
      id: idOf('shop'),
      name: 'shop',
      title: 'shop',
      type: 'Namespace',
      health: 'unhealthy',
      status: 'unhealthy',
      parent_id: null,
      topology_id: topology,
      path: '',
      is_leaf: false,
      deleted_at: null,
      summary: { checks: { unhealthy: 1 }, incidents: {}, insights: {} },
    })
    const cart = shop?.components.find(({ name }) => name === 'cart')
    expect(cart).toMatchObject({
      path: idOf('shop'),
      parent_id: idOf('shop'),
      labels: { namespace: 'shop', env: 'prod', tier: 'web' },
      properties: [{ name: 'memory', value: 40, unit: 'bytes', max: 100, headline: true }],
      logs: [{ name: 'app' }],
    })
    expect(cart?.components[0]).toMatchObject({ name: 'cart-1', is_leaf: true, health: 'unhealthy' })
  })

  test('sorts the most severe first, and turns that round [TOP-039, TOP-040, TOP-041]', async () => {
    expect(names((await ask()).components)).toEqual(['shop', 'edge', 'mail', 'docs'])
    expect(names((await ask('?sortBy=status&sortOrder=desc')).components)).toEqual([
      'shop',
      'edge',
      'mail',
      'docs',
    ])
    expect(names((await ask('?sortBy=status&sortOrder=asc')).components)).toEqual([
      'docs',
      'mail',
      'edge',
      'shop',
    ])
    expect(names((await ask('?sortBy=name')).components)).toEqual(['docs', 'edge', 'mail', 'shop'])
    expect(
      names((await ask('?sortBy=type&sortOrder=desc')).components)
        .slice(0, 2)
        .toSorted(),
    ).toEqual(['docs', 'mail'])
  })

  test('sorts by a property, components that lack it last [TOP-044]', async () => {
    const children = async (order: string) =>
      names(
        (await ask(`?id=${idOf('shop')}&sortBy=field:memory&sortOrder=${order}`)).components[0]?.components ??
          [],
      )
    expect(await children('asc')).toEqual(['db', 'cart'])
    expect(await children('desc')).toEqual(['cart', 'db'])
    expect(
      names((await ask('?flatten=true&sortBy=field:memory&sortOrder=desc')).components).slice(0, 2),
    ).toEqual(['cart', 'db'])
    expect(
      names((await ask('?flatten=true&sortBy=field:memory&sortOrder=asc')).components).slice(0, 2),
    ).toEqual(['db', 'cart'])
  })

  test.each([
    ['?type=Pod', ['cart-1', 'cart-2']],
    ['?type=!Namespace,!Site', ['cart', 'db']],
    ['?type=Deploy*', ['cart']],
    ['?type=Site&flatten=true', ['docs', 'mail']],
    ['?flatten=true&type=All', ['cart', 'cart-1', 'cart-2', 'db', 'docs', 'edge', 'mail', 'shop']],
    ['?team=Payments', ['cart']],
    ['?team=!Payments&type=Deployment', []],
    ['?labels=env=test', ['edge']],
    ['?labels=env!=prod&type=Namespace', ['edge']],
    ['?labels=env=prod,tier=web', ['cart']],
    ['?labels=namespace=shop', ['cart']],
    ['?status=unhealthy', ['shop']],
    ['?status=Degraded', ['edge']],
    ['?status=!unhealthy', ['docs', 'edge', 'mail']],
    ['?owner=data', ['db']],
    ['?agent_id=00000000-0000-0000-0000-000000000000&type=Site', ['docs', 'mail']],
    ['?agent_id=01930000-0000-7000-8000-000000000001', []],
    ['?type=Pod&hidden=false', ['cart-1']],
  ])('%s shows %j [TOP-044]', async (query, wanted) => {
    expect(names((await ask(query)).components).toSorted()).toEqual(wanted)
  })

  test('tolerates All in every filter [TOP-045]', async () => {
    const all = await ask('?type=All&team=All&labels=All&status=All&agent_id=All')
    expect(names(all.components)).toEqual(['shop', 'edge', 'mail', 'docs'])
  })

  test('answers one root for an id, whatever the filters [TOP-044]', async () => {
    const one = async (query: string) => {
      const { components } = await ask(`?id=${idOf('shop')}${query}`)
      expect(names(components)).toEqual(['shop'])
      return names(components[0]?.components ?? []).toSorted()
    }
    expect(await one('')).toEqual(['cart', 'db'])
    expect(await one('&type=Pod&flatten=true')).toEqual(['cart-1', 'cart-2'])
    expect(await one('&status=healthy')).toEqual(['db'])
    expect(await one('&depth=1')).toEqual([])
    expect((await ask(`?id=${topology}`)).components).toEqual([])
  })

  test('says why a component is red, down to the check [TOP-038]', async () => {
    const [shop] = (await ask()).components
    const path = ['shop', 'cart', 'cart-1'].map((name) => ({ id: idOf(name), name }))
    const cause = {
      kind: 'check',
      id: check,
      name: 'cart answers',
      health: 'unhealthy',
      message: 'status 500, expected 200',
      path,
    }
    expect(shop).toMatchObject({ cause })
  })

  test('refuses what is no filter', async () => {
    for (const query of ['?id=nothing', '?labels=a%20b', '?sortOrder=up', '?at=yesterday'])
      expect(await admin.send('GET', `/api/topology${query}`)).toMatchObject({ status: 400 })
  })

  test('is there for who may read topologies, and closed to others [RBAC-019]', async () => {
    const viewer = await app.person('viewer@example.com', ['viewer'])
    expect(await viewer.browser.send('GET', '/api/topology')).toMatchObject({ status: 200 })
    expect(await app.browser().send('GET', '/api/topology')).toMatchObject({ status: 401 })
    expect(await viewer.browser.send('POST', `/api/topologies/${topology}/deletions/approve`)).toMatchObject({
      status: 403,
    })
  })
})

describe('other reads', () => {
  test('the graph has parents, relationships and what is at risk', async () => {
    await app.database.pool.query(
      `insert into core.component_relationships (component_id, relationship_id, selector_id, kind)
       values ($1, $2, 'test', 'dependency')`,
      [idOf('mail'), idOf('cart')],
    )
    await until(async () => {
      const { body } = await admin.send('GET', `/api/topology/graph?id=${idOf('mail')}`)
      return body.nodes.length === 2
    })
    const { body } = await admin.send('GET', '/api/topology/graph')
    expect(body).toMatchObject({ total: 8, truncated: false })
    expect(body.edges).toContainEqual({ from: idOf('mail'), to: idOf('cart'), kind: 'relationship' })
    expect(body.edges).toContainEqual({ from: idOf('shop'), to: idOf('cart'), kind: 'parent' })
    const risky = body.nodes.filter((each: { at_risk: boolean }) => each.at_risk)
    expect(names(risky)).toEqual(['mail'])
    expect(
      (await admin.send('GET', `/api/topology/graph?id=${idOf('shop')}&level=1`)).body.nodes,
    ).toHaveLength(3)
  })

  test('the history of a component, and the tree as of a time', async () => {
    const before = new Date()
    await app.database.pool.query(`update core.check_state set state = 'healthy' where check_id = $1`, [
      check,
    ])
    await until(
      async () =>
        (await ask()).components.some(({ name, health }) => name === 'shop' && health === 'healthy'),
      30_000,
    )
    const history = await admin.send('GET', `/api/topology/${idOf('cart')}/history`)
    expect(history.body.transitions.map(({ health }: { health: string }) => health).slice(-2)).toEqual([
      'unhealthy',
      'healthy',
    ])
    const then = await ask(`?at=${before.toISOString()}`)
    expect(topologyAnswer.safeParse(then).error).toBeUndefined()
    expect(then.at).toBe(before.toISOString())
    expect(then.components.find(({ name }) => name === 'shop')).toMatchObject({
      health: 'unhealthy',
      summary: { healthy: 1, unhealthy: 1 },
    })
    expect((await ask('?at=2020-01-01T00:00:00Z')).components).toEqual([])
    expect(await admin.send('GET', `/api/topology/${topology}/history`)).toMatchObject({ status: 404 })
  })

  test.each([
    ['a tree of the future', (_id: string, later: string) => `?at=${later}`, 'at', 'is in the future'],
    [
      'a history of the future',
      (id: string, later: string) => `/${id}/history?from=${later}`,
      'from',
      'is in the future',
    ],
    [
      'a history that ends before it begins',
      (id: string) => `/${id}/history?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z`,
      'from',
      'is after the end',
    ],
  ])('%s is refused', async (_, address, path, message) => {
    const later = new Date(Date.now() + 3_600_000).toISOString()
    expect(await admin.send('GET', `/api/topology${address(idOf('cart'), later)}`)).toMatchObject({
      status: 400,
      body: { problems: [{ path, message }] },
    })
  })

  test('a time that is less than a minute ahead counts as now, because clocks of clients differ', async () => {
    const ahead = new Date(Date.now() + 30_000).toISOString()
    const now = await ask(`?at=${ahead}`)
    expect(now.components.map(({ name }) => name)).toContain('shop')
    expect(String(now['at']) < ahead).toBe(true)
    expect(await admin.send('GET', `/api/topology/${idOf('cart')}/history?from=${ahead}`)).toMatchObject({
      status: 200,
    })
  })

  test('component names, labels, types, and which have logs [LOG-015, TOP-046, TOP-048, TOP-053]', async () => {
    const read = async (path: string) => (await admin.send('GET', `/api/db/${path}`)).body
    expect(names(await read('component_names?order=name.asc&type=in.(Pod,Site)'))).toEqual([
      'cart-1',
      'docs',
      'mail',
    ])
    expect(await read(`component_names?id=eq.${idOf('cart')}`)).toMatchObject([
      { id: idOf('cart'), path: idOf('shop'), parent_id: idOf('shop'), external_id: 'cart' },
    ])
    expect(await read('component_labels?order=key,value')).toEqual([
      { key: 'env', value: 'prod' },
      { key: 'env', value: 'test' },
      { key: 'tier', value: 'web' },
    ])
    expect(await read('agents?select=id,name')).toMatchObject([{ name: 'local' }])
    expect(await read('component_types?order=type')).toMatchObject([{ type: 'Deployment' }, {}, {}, {}, {}])
    expect(names(await read('components_with_logs?order=name.asc'))).toEqual(['cart'])
  })

  test('a component, its teams, checks and other things [TOP-036, TOP-047, TOP-049, TOP-051]', async () => {
    const read = async (path: string) => (await admin.send('GET', `/api/db/${path}`)).body
    expect(await read(`components?id=eq.${idOf('cart')}`)).toMatchObject([
      { name: 'cart', type: 'Deployment' },
    ])
    expect(
      await read(
        `team_components?component_id=eq.${idOf('cart')}&select=*,team:teams(*,created_by(id,name))`,
      ),
    ).toMatchObject([{ component_id: idOf('cart'), team: { name: 'Payments', icon: 'cart' } }])
    expect(await read(`checks_by_component?component_id=eq.${idOf('cart-1')}`)).toMatchObject([
      { id: check, name: 'cart answers', uptime: expect.any(Object), latency: expect.any(Object) },
    ])
    expect(await read(`check_summary_by_component?component_id=eq.${idOf('cart-1')}`)).toMatchObject([
      { checks: { healthy: 1 } },
    ])
    for (const relation of [
      'changes_by_component',
      'analysis_by_component',
      'config_component_relationships',
    ])
      expect(await read(`${relation}?component_id=eq.${idOf('cart')}`)).toEqual([])
    expect(await read(`topologies?id=eq.${topology}&select=name`)).toMatchObject([
      { name: expect.stringContaining('shop') },
    ])
    expect(await read('topologies_with_status?select=name,components')).toMatchObject([{ components: 8 }])
  })

  test('the functions of components', async () => {
    const call = async (name: string, parameters: string) =>
      (await admin.send('GET', `/api/db/rpc/${name}?${parameters}`)).body
    expect(await call('lookup_component_children', `id=${idOf('shop')}&depth=1`)).toHaveLength(3)
    expect(await call('lookup_component_relations', `component_id=${idOf('mail')}`)).toEqual([
      { id: idOf('cart') },
    ])
    expect(names(await call('lookup_components_by_check', `id=${check}`))).toEqual(['cart-1'])
    expect(await call('check_summary_for_component', `id=${idOf('cart-1')}`)).toMatchObject([{ id: check }])
    expect(await call('lookup_component_names', `components={${idOf('db')}}`)).toEqual([
      { id: idOf('db'), name: 'db' },
    ])
    for (const [name, parameters] of [
      ['lookup_component_by_property', 'name=memory&text=x'],
      ['lookup_components_by_config', `id=${idOf('db')}`],
      ['lookup_configs_by_component', `id=${idOf('db')}`],
      ['lookup_changes_by_component', `id=${idOf('db')}`],
      ['lookup_component_config_id_related_components', `component_id=${idOf('db')}`],
    ] as const)
      expect(await call(name, parameters)).toEqual([])
  })

  test('a snapshot is a zip archive with stable columns [TOP-050, TOP-030]', async () => {
    const unpacked = async (query: string) => {
      const response = await fetch(`${app.url}/api/snapshot/topology/${idOf('shop')}?${query}`, {
        headers: { cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      })
      expect(response.headers.get('content-disposition')).toContain('filename="shop.zip"')
      const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
      return new Map(Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]))
    }
    const alone = await unpacked('start=15m&related=false')
    expect([...alone.keys()]).toEqual(['components.json', 'components.csv', 'logs.csv'])
    expect(alone.get('logs.csv')).toContain(',cart,Deployment,app,,0,"No log backend serves')
    expect(names(JSON.parse(alone.get('components.json') ?? '')[0].components)).toEqual(['cart', 'db'])
    const [head, first] = (alone.get('components.csv') ?? '').split('\r\n')
    expect(head).toMatch(/^id,name,type,namespace,health,/)
    expect(first).toMatch(new RegExp(`^${idOf('shop')},shop,Namespace,,`))
    const related = await unpacked('start=1mo&related=true&logFormat=json')
    expect([...related.keys()].slice(2)).toEqual([
      'config_items.csv',
      'config_changes.csv',
      'config_analysis.csv',
      'logs.csv',
    ])
    for (const query of ['start=long', 'related=maybe'])
      expect(await admin.send('GET', `/api/snapshot/topology/${idOf('shop')}?${query}`)).toMatchObject({
        status: 400,
      })
    expect(await admin.send('GET', `/api/snapshot/topology/${topology}`)).toMatchObject({ status: 404 })
  })

  test('pickers find components', async () => {
    const { body } = await admin.send('POST', '/api/resources/search', {
      body: {
        components: [
          { search: 'car' },
          { types: ['Site'], labelSelector: '!env' },
          { fieldSelector: 'owner=data' },
        ],
      },
    })
    expect(names(body.components)).toEqual(['cart', 'cart-1', 'cart-2', 'db', 'docs', 'mail'])
  })

  test.each<[string, object, string[]]>([
    ['the start of a label', { search: 'PRO' }, ['cart', 'shop']],
    ['terms', { search: 'type=Pod name=cart-1' }, ['cart-1']],
    ['types, one of them not', { types: ['!Pod', '!Site', '!Namespace'] }, ['cart', 'db']],
    ['the status that people see', { types: ['Site'], statuses: ['healthy'] }, ['mail']],
    ['nothing that they cannot read', { types: ['Site'], tagSelector: 'a=b' }, []],
  ])('pickers choose as selectors of components do, by %s', async (_, selector, expected) => {
    const { body } = await admin.send('POST', '/api/resources/search', { body: { components: [selector] } })
    expect(names(body.components)).toEqual(expected)
  })
})

// After all that count roots, because its components are roots too.
test('the tree says while many components wait for their counts', async () => {
  const { pool } = app.database
  expect(await ask()).toMatchObject({ counting: false })
  const many = await addTopology(pool, 'many')
  const roots = [node('rack', { children: Array.from({ length: 300 }, (_, at) => node(`disk ${at}`)) })]
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtextextended('binnacle topology roll-up', 0))`)
    await publishTopology(pool, topologyRun(many, roots))
    expect(await ask()).toMatchObject({ counting: true })
    expect(await ask(`?at=${new Date().toISOString()}`)).toMatchObject({ counting: false })
    await client.query('commit')
  } finally {
    client.release()
  }
  await until(async () => (await ask())['counting'] === false)
})

test('nothing of it answers while the feature is disabled, but embeds do [FLAG-006, FLAG-012, RBAC-019]', async () => {
  await app.database.pool.query(
    `insert into core.properties (name, value) values ('topology.disable', 'true')`,
  )
  await until(async () => (await admin.send('GET', '/api/topology')).status === 404)
  for (const path of [
    'topology/graph',
    'db/component_labels',
    'db/topologies',
    `snapshot/topology/${idOf('shop')}`,
  ])
    expect(await admin.send('GET', `/api/${path}`)).toMatchObject({ status: 404 })
  expect(await admin.send('GET', '/api/db/components?select=name&limit=1')).toMatchObject({ status: 200 })
})
