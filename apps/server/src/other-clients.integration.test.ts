import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from './testing/app.ts'
import { submitFlow } from './testing/flows.ts'

let app: TestApp
let admin: TestBrowser
const representation = { prefer: 'return=representation' }

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
})

const canary = (name: string, more: object = {}) => ({
  name,
  namespace: 'clients',
  spec: { tcp: [{ name: `${name} port`, endpoint: '127.0.0.1:1' }] },
  ...more,
})
const add = (table: string, body: object) =>
  admin.send('POST', `/api/db/${table}`, { body, headers: representation })

/** Calls of other clients that need no row, as they are behind the prefix of a client. */
const calls = [
  ['GET', 'summary'],
  ['GET', 'graph?check=01900000-0000-7000-8000-000000000000&count=300&start=1h'],
  ['GET', 'topology?sortBy=status&sortOrder=desc'],
  ['GET', 'topology?hidden=false&type=All&flatten=true'],
  ['GET', 'about'],
  ['GET', 'auth/whoami'],
  ['GET', 'properties'],
  ['GET', 'schemas/canary.spec.schema.json'],
  ['GET', 'db/agents?select=id,name,description'],
  ['GET', 'db/component_names?order=name.asc'],
  ['GET', 'db/rpc/lookup_analysis_by_component?id=01900000-0000-7000-8000-000000000000'],
  ['POST', 'catalog/summary', { groupBy: ['type'] }],
  ['POST', 'catalog/changes', { from: 'now-2d', to: 'now', page_size: 50 }],
  ['POST', 'resources/search', { checks: [{ search: 'a' }] }],
] as const

/** The bare one, for what pages have the address of, is below. */
const prefixes = ['/api', '/canary/api', '/api/canary/api', '/canary', '/api/canary', '//canary//api', '']

describe('the calls of other clients', () => {
  test.each(prefixes)('answer below "%s"', async (prefix) => {
    for (const [method, path, body] of calls) {
      const answer = await admin.send(method, `${prefix}/${path}`, body === undefined ? {} : { body })
      expect([path, answer.status]).toEqual([path, 200])
    }
    const nothing = '01900000-0000-7000-8000-000000000000'
    for (const path of [
      `run/check/${nothing}`,
      `run/topology/${nothing}`,
      `connection/test/${nothing}`,
      'webhook/none',
      'logs',
      'notification/silence',
      'people/update',
      'auth/invite_user',
    ]) {
      const { status, body } = await admin.send('POST', `${prefix}/${path}`, { body: {} })
      expect([path, status, body.error]).not.toEqual([path, 404, 'Invalid api endpoint'])
      expect([path, status]).not.toEqual([path, 200])
    }
  })

  test('answer the same below every prefix, and strangers below none', async () => {
    const [expected, ...others] = await Promise.all(
      prefixes.map(async (prefix) => (await admin.send('GET', `${prefix}/topology`)).body),
    )
    expect(expected).toMatchObject({ components: [], healthStatuses: [], types: [], teams: [], tags: {} })
    for (const body of others) expect(body).toEqual(expected)
    for (const prefix of prefixes)
      for (const path of ['topology', 'summary', 'db/people', 'properties'])
        expect([prefix, (await app.browser().send('GET', `${prefix}/${path}`)).status]).toEqual([prefix, 401])
  })

  test('leave pages their addresses', async () => {
    const headers = { accept: 'text/html' }
    const { headers: answered } = await admin.send('GET', '/topology', { headers })
    expect(answered.get('content-type')).not.toContain('json')
  })

  test('reach under a prefix nothing that is not below /api', async () => {
    for (const path of ['/canary/metrics', '/canary/healthz', '/canary/api/kratos/sessions/whoami'])
      expect([path, (await admin.send('GET', path)).status]).toEqual([path, 404])
  })
})

describe('a check, as another client opens it', () => {
  /** The request of a drawer, spaces included. */
  const drawer = (id: string) =>
    admin.send(
      'GET',
      `/api/db/checks?id=eq.${id}&select=*,canaries!checks_canary_id_fkey(id,name,source),agents!checks_agent_id_fkey(id, name),components:check_component_relationships(components(id,name,icon)),configs:check_config_relationships(configs(id,name,type))`,
    )

  test('has the components and catalog items that it belongs to, and none at first', async () => {
    const made = await add('canaries', canary('related'))
    const [{ id }] = (await admin.send('GET', `/api/db/checks?canary_id=eq.${made.body[0].id}`)).body
    expect(await drawer(id)).toMatchObject({
      status: 200,
      body: [
        {
          id,
          canaries: { id: made.body[0].id, source: null },
          agents: { id: LOCAL_AGENT_ID, name: 'local' },
          components: [],
          configs: [],
        },
      ],
    })
    const { pool } = app.database
    const component = await pool.query<{ id: string }>(
      `insert into core.components (external_id, name, icon) values ('shop', 'Shop', 'cart') returning id`,
    )
    const config = await pool.query<{ id: string }>(
      `insert into core.config_items (config_class, type, name, tags)
       values ('Pod', 'Kubernetes::Pod', 'shop-1', '{"namespace": "sales"}') returning id`,
    )
    const [componentId, configId] = [component.rows[0]?.id, config.rows[0]?.id]
    await pool.query(
      'insert into core.check_component_relationships (component_id, check_id) values ($1, $2)',
      [componentId, id],
    )
    await pool.query('insert into core.check_config_relationships (config_id, check_id) values ($1, $2)', [
      configId,
      id,
    ])
    expect((await drawer(id)).body).toMatchObject([
      {
        components: [{ components: { id: componentId, name: 'Shop', icon: 'cart' } }],
        configs: [{ configs: { id: configId, name: 'shop-1', type: 'Kubernetes::Pod' } }],
      },
    ])
    // From the other side, and under both names of catalog items.
    const requests = [
      `check_component_relationships?component_id=eq.${componentId}&select=canary_id,checks(id),components(name)`,
      `check_config_relationships?config_id=eq.${configId}&select=canary_id,checks(id),configs(name)`,
    ]
    for (const path of requests)
      expect((await admin.send('GET', `/api/db/${path}`)).body).toMatchObject([
        { canary_id: made.body[0].id, checks: { id } },
      ])
    for (const path of [`configs?id=eq.${configId}&namespace=eq.sales`, `config_items?id=eq.${configId}`])
      expect((await admin.send('GET', `/api/db/${path}`)).body).toMatchObject([{ name: 'shop-1' }])
  })

  test('has an icon only where its spec or its canary names one', async () => {
    const iconsOf = async (name: string, spec: object): Promise<unknown> => {
      const made = await add('canaries', canary(name, { spec }))
      const { body } = await admin.send(
        'GET',
        `/api/db/checks?canary_id=eq.${made.body[0].id}&select=id,icon&order=name`,
      )
      const summaries = await admin.send('GET', '/api/canary/api/summary')
      for (const { id, icon } of body)
        expect(summaries.body.checks_summary).toContainEqual(expect.objectContaining({ id, icon }))
      return body.map(({ icon }: { icon: string | null }) => icon)
    }
    const tcp = [
      { name: 'a', endpoint: '127.0.0.1:1' },
      { name: 'b', endpoint: '127.0.0.1:1', icon: 'cart' },
    ]
    expect(await iconsOf('plain', { tcp })).toEqual([null, 'cart'])
    expect(await iconsOf('with icon', { icon: 'shop', tcp })).toEqual(['shop', 'cart'])
    expect(await iconsOf('suite', { resultMode: 'junit', tcp })).toEqual([null, 'cart', null])
  })
})

describe('what another client makes', () => {
  test.each(['canaries', 'connections', 'teams'])(
    'of %s has the source that it names, and none otherwise',
    async (table) => {
      const row = (name: string, more: object = {}) =>
        table === 'canaries' ? canary(name, more) : { name, type: 'http', ...more }
      const sourceOf = async (more: object, name: string) =>
        (await add(table, row(name, more))).body[0].source
      expect(await sourceOf({}, `${table} 1`)).toBeNull()
      expect(await sourceOf({ source: null }, `${table} 2`)).toBeNull()
      expect(await sourceOf({ source: 'UI' }, `${table} 3`)).toBe('UI')
      // A client cannot claim what files and controllers own.
      expect(await sourceOf({ source: 'file:/etc/checks.yaml' }, `${table} 4`)).toBeNull()
      const list = table === 'connections' ? table : `${table}_with_status`
      const { body } = await admin.send('GET', `/api/db/${list}?name=eq.${table} 1&select=source`)
      expect(body).toEqual([{ source: null }])
    },
  )

  const folder = {
    file: [{ type: 'A', id: '$.id', url: 'file:///nowhere', paths: ['a.json'] }],
    schedule: '@never',
  }
  const kinds: Record<string, { spec: object; usual: 'UI' | null; list: string }> = {
    // The only kind of which clients take null for "not editable".
    config_scrapers: { spec: folder, usual: 'UI', list: 'config_scrapers_with_status' },
    topologies: { spec: { components: [{ name: 'a' }] }, usual: null, list: 'topologies_with_status' },
    logging_backends: {
      spec: { file: [{ paths: ['/nowhere'], routes: [{ labels: {} }] }] },
      usual: null,
      list: 'logging_backends',
    },
  }
  test.each(Object.keys(kinds))('of %s is answered with the source that clients test', async (table) => {
    const { spec, usual, list } = kinds[table] ?? { spec: {}, usual: null, list: table }
    const make = async (name: string, more: object) => {
      const made = await add(table, { name, namespace: 'default', spec, ...more })
      expect([made.status, made.body]).toEqual([201, [expect.objectContaining({ name })]])
      return made.body[0]
    }
    const unnamed = await make('unnamed', {})
    expect(unnamed.source).toBe(usual)
    expect((await make('null', { source: null })).source).toBe(usual)
    expect((await make('named', { source: 'UI' })).source).toBe('UI')
    expect((await make('claimed', { source: 'ConfigFile' })).source).toBe(usual)
    const { body: listed } = await admin.send('GET', `/api/db/${list}?id=eq.${unnamed.id}&select=source`)
    expect(listed).toEqual([{ source: usual }])
    // A client sends back the whole row.
    const changed = await admin.send('PATCH', `/api/db/${table}?id=eq.${unnamed.id}`, {
      body: { ...unnamed, name: 'renamed', updated_at: 'now()' },
      headers: representation,
    })
    expect(changed).toMatchObject({ status: 200, body: [{ name: 'renamed', source: usual }] })
    const filter = usual === null ? 'is.null' : `eq.${usual}`
    const { body: found } = await admin.send(
      'GET',
      `/api/db/${table}?source=${filter}&id=eq.${unnamed.id}&select=name`,
    )
    expect(found).toEqual([{ name: 'renamed' }])
  })

  test('can be changed, and its name is taken for the interface too', async () => {
    const [{ id }] = (await add('canaries', canary('shared name'))).body
    const changed = await admin.send('PATCH', `/api/db/canaries?id=eq.${id}`, {
      body: { labels: { a: 'b' } },
      headers: representation,
    })
    expect(changed.body).toMatchObject([{ id, source: null, labels: { a: 'b' } }])
    const again = await admin.send('POST', '/api/health/canaries', { body: canary('shared name') })
    expect(again.status).toBe(409)
    const opened = await admin.send('GET', `/api/health/canaries/${id}`)
    expect(opened.body).toMatchObject({ source: null })
    const team = await add('teams', { name: 'shared team' })
    const patched = await admin.send('PATCH', `/api/db/teams?id=eq.${team.body[0].id}`, {
      body: { icon: 'group' },
      headers: representation,
    })
    expect(patched.body).toMatchObject([{ icon: 'group', source: null }])
  })
})

test('a search finds nothing of kinds that are not here, and takes selectors of fields', async () => {
  const search = (body: object) => admin.send('POST', '/api/resources/search', { body })
  expect(
    await search({ configs: [{}], components: [{ fieldSelector: 'owner=a' }], __proto__x: [], limit: 5 }),
  ).toMatchObject({ status: 200, body: { configs: [], components: [], __proto__x: [] } })
  expect((await search({ checks: [{}], configs: [{ search: 'a' }] })).body).toEqual({
    checks: [],
    configs: [],
  })
  expect((await search({ configs: 'all' })).status).toBe(400)
})

describe('roles of a user, as another client sets them', () => {
  const set = (id: string, roles: unknown, browser = admin) =>
    browser.send('POST', `/api/rbac/${id}/update_role`, { body: { roles } })

  test('replace those they hold, for administrators only, and are recorded', async () => {
    const ada = await app.person('ada@example.com', ['viewer'])
    expect(await set(ada.id, ['editor', 'responder'])).toMatchObject({
      status: 200,
      body: { id: ada.id, roles: ['editor', 'responder'], name: { first: 'ada' } },
    })
    expect((await admin.send('GET', `/api/db/people_roles?id=eq.${ada.id}`)).body).toMatchObject([
      { roles: ['editor', 'responder'] },
    ])
    const log = await admin.send('GET', `/api/db/audit_log?resource_id=eq.${ada.id}&action=eq.update`)
    expect(log.body).toMatchObject([
      { before: { roles: ['viewer'] }, after: { roles: ['editor', 'responder'] } },
    ])
    expect((await set(ada.id, ['admin'], ada.browser)).status).toBe(403)
  })

  test('are roles, and leave somebody who can administer', async () => {
    const { body } = await admin.send('GET', '/api/whoami')
    const { id } = body.payload.user
    expect(await set(id, ['viewer'])).toMatchObject({ status: 409 })
    for (const wrong of [[], ['owner'], 'admin', undefined])
      expect(await set(id, wrong)).toMatchObject({ status: 400 })
    expect((await set(LOCAL_AGENT_ID, ['viewer'])).status).toBe(404)
  })
})

describe('an invitation', () => {
  const invite = async (name: string) => {
    const { body } = await admin.send('POST', '/api/auth/invite_user', {
      body: { firstName: name, lastName: 'Hopper', email: `${name}@example.com`, role: 'editor' },
    })
    return new URL(body.link)
  }
  const identities = async (name: string) =>
    (await admin.send('GET', `/api/db/identities?traits->>email=eq.${name}@example.com`)).body

  test('leads over the server to a page that knows only the address of its form', async () => {
    const link = await invite('grace')
    expect(await identities('grace')).toMatchObject([
      {
        traits: { email: 'grace@example.com', name: { first: 'grace', last: 'Hopper' } },
        state: 'inactive',
        invited: true,
        created_at: expect.any(String),
      },
    ])
    const browser = app.browser()
    const opened = await browser.send('GET', link.pathname + link.search, {
      headers: { accept: 'text/html' },
    })
    expect(opened.status).toBe(303)
    const [path, id = ''] = opened.headers.get('location')?.split('?flow=') ?? []
    expect(path).toBe('/registration')
    const flow = await browser.send('GET', `/api/.ory/self-service/registration/flows?id=${id}`)
    const made = await submitFlow(
      browser,
      { kind: 'registration', id, csrf: flow.body.ui.nodes[0].attributes.value, answer: flow },
      {
        'traits.name.first': 'Grace',
        'traits.name.last': 'Hopper',
        'traits.email': 'grace@example.com',
        password: 'nanoseconds of wire',
        method: 'password',
      },
    )
    expect(made.status).toBe(200)
    expect(await identities('grace')).toMatchObject([{ state: 'active', invited: false }])
  })

  test('is withdrawn as a user is removed', async () => {
    const link = await invite('mary')
    const [{ id }] = await identities('mary')
    expect(await admin.send('DELETE', `/api/people/${id}`)).toMatchObject({ status: 200, body: { id } })
    expect(await identities('mary')).toEqual([])
    expect((await app.browser().send('GET', link.pathname + link.search)).status).toBe(400)
    expect((await admin.send('DELETE', `/api/people/${id}`)).status).toBe(404)
  })
})
