import { allow, features, type Role, roles } from '@binnacle/contract/access'
import { beforeAll, describe, expect, test } from 'vitest'
import { dataGate } from './platform/data/index.ts'
import type { Access } from './platform/access/gate.ts'
import { ownPattern } from './platform/http/own-path.ts'
import { topicGate } from './platform/http/live-stream.ts'
import { startTestApp, type TestApp, type TestBrowser } from './testing/app.ts'
import { until } from './testing/until.ts'

/** What everyone who is signed in may do. A longer list is a decision, not an accident. */
const openToAll = {
  routes: [
    'GET /about',
    'GET /auth/whoami',
    'GET /whoami',
    'GET /auth/tokens',
    'GET /properties',
    // Names only what the person may read; asks the gate of the kind that is asked about.
    'GET /causes',
    'GET /schemas/canary.spec.schema.json',
    'GET /schemas/scrape_config.spec.schema.json',
    'GET /schemas/topology.spec.schema.json',
    'GET /schemas/connection.schema.json',
    'GET /schemas/logging_backend.spec.schema.json',
  ],
  relations: ['people', 'people_roles'],
  topics: ['people', 'properties'],
}

/** What everyone who is signed in may change: things that are their own, whatever their role. */
const openToOwners = [
  'POST /auth/tokens',
  'DELETE /auth/tokens/{id}',
  // Who is on call: for people of the rota, which the verbs look at.
  'POST /on-call/rotas/{id}/overrides',
  'DELETE /on-call/overrides/{id}',
  'POST /on-call/swaps',
  'POST /on-call/swaps/{id}',
  // How a person is reached, and their calendars.
  'PUT /on-call/me/plans',
  'PUT /on-call/me/quiet-hours',
  'POST /on-call/me/methods',
  'DELETE /on-call/me/methods/{id}',
  'POST /on-call/me/methods/{id}/code',
  'POST /on-call/me/methods/{id}/verify',
  'POST /on-call/me/methods/{id}/test',
  'POST /on-call/me/feeds',
  'DELETE /on-call/me/feeds/{id}',
  // Views of lists belong to who saved them; sharing one needs the right to write, which the verbs look at.
  'POST /saved-views',
  'PATCH /saved-views/{id}',
  'DELETE /saved-views/{id}',
]

/** Addresses that take messages without an account: each checks a token itself. Adding one is a decision. */
const openToSenders = [
  '/canary/webhook/{name}',
  '/notification/acknowledge/{token}',
  '/notification/acknowledge/{token}/call',
  '/notification/acknowledge/{token}/show',
  '/notification/slack',
  '/notification/telegram',
]

/** The same for addresses that are read, by a secret token in the query. They answer below /api only. */
const openToReaders = ['/on-call/calendar.ics']

/** The same for people who have a link. Its secret key is in a header, and every refusal says the same. */
const openToVisitors = ['/view/topology/{id}']

/** Searches: they send a body but change nothing, and each kind of thing they search has its own gate. */
const readByPost = ['POST /resources/search']

/** They send a body but change nothing, and need the right to read. */
const askedByPost = [
  'POST /catalog/changes',
  'POST /catalog/summary',
  'POST /logs',
  'POST /logs/context',
  'POST /logs/download',
  'POST /logs/histogram',
  'POST /notification/silence/preview',
]

/** What answers besides the routes of modules: below /api for who is signed in, the rest by its own rules. */
const beside = [
  'GET /api/live',
  'ALL /api/db',
  'ALL /api/db/*',
  'GET /api/openapi.json',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
]

/** What processes tell each other, and no reader hears of. */
const unheard = ['component_stale', 'sessions']

const nobody = '01900000-0000-7000-8000-000000000000'
const people = [...roles, 'stranger'] as const
type Who = (typeof people)[number]

let app: TestApp
const browsers = new Map<Who, TestBrowser>()

beforeAll(async () => {
  app = await startTestApp()
  for (const role of roles) browsers.set(role, (await app.person(`one.${role}@example.com`, [role])).browser)
  browsers.set('stranger', app.browser())
})

const browserOf = (who: Who): TestBrowser => browsers.get(who) ?? app.browser()

/** The status that the role table says: 401, 403, or that of someone who may. */
function expectedStatus(access: Access | undefined, who: Who, may: string): string {
  if (who === 'stranger') return '401'
  if (access === undefined) return '405'
  if (access === 'signed-in') return may
  const heldRoles: Role[] = [who]
  return allow(heldRoles, access.resource, access.action) ? may : '403'
}

/** Statuses by who asks; everything that is neither 401, 403 nor 405 means that the gate opened. */
async function walk(ask: (who: Who) => Promise<number>): Promise<Record<string, string>> {
  const found: [Who, string][] = []
  for (const who of people) {
    const status = await ask(who)
    found.push([
      who,
      [401, 403, 405].includes(status) ? String(status) : status >= 500 ? `${status}!` : 'open',
    ])
  }
  return Object.fromEntries(found)
}

const expected = (access: Access | undefined) =>
  Object.fromEntries(people.map((who) => [who, expectedStatus(access, who, 'open')]))

/** The status of a stream, which is closed at once. */
async function statusOf(browser: TestBrowser, topic: string): Promise<number> {
  const over = new AbortController()
  const { status } = await fetch(`${app.url}/api/live?topics=${topic}`, {
    signal: over.signal,
    headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  over.abort()
  return status
}

/** What a question is answered with yes for. */
async function filterAsync<Item>(
  items: readonly Item[],
  ask: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const kept: Item[] = []
  for (const item of items) if (await ask(item)) kept.push(item)
  return kept
}

describe('every route', () => {
  test('answers each role and a stranger as the role table says [RBAC-008]', async () => {
    const { routes } = app.app.gates
    expect(routes.length).toBeGreaterThan(15)
    for (const { method, path, access } of routes) {
      const address = `/api${path.replaceAll(/\{\w+\}/g, nobody)}`
      // Without a body: a caller who gets past the gate is told what is missing, and changes nothing.
      const found = await walk(async (who) => (await browserOf(who).send(method, address)).status)
      expect({ route: `${method} ${path}`, ...found }).toEqual({
        route: `${method} ${path}`,
        ...expected(access),
      })
    }
  })

  test('is open to everyone who is signed in only where that was decided, and then reads', () => {
    const open = app.app.gates.routes.filter(({ access }) => access === 'signed-in')
    const names = open.map(({ method, path }) => `${method} ${path}`)
    const notByGet = [...openToOwners, ...readByPost].toSorted()
    expect(names.toSorted()).toEqual([...openToAll.routes, ...notByGet].toSorted())
    expect(names.filter((name) => !name.startsWith('GET ')).toSorted()).toEqual(notByGet)
  })

  test('that changes something needs more than to read, unless it is one’s own', () => {
    const careless = app.app.gates.routes.filter(
      ({ method, access }) => method !== 'GET' && (access === 'signed-in' || access.action === 'read'),
    )
    expect(careless.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
      [...openToOwners, ...readByPost, ...askedByPost].toSorted(),
    )
  })

  test('has a gate: nothing answers besides the routes but what is known', () => {
    const declared = app.app.gates.routes.map(({ method, path }) => `${method} ${ownPattern(path)}`)
    declared.push(...openToSenders.map((path) => `POST ${ownPattern(path)}`))
    const openByGet = [...openToReaders, ...openToVisitors]
    declared.push(...openByGet.map((path) => `GET ${ownPattern(path)}`))
    const unprefixed = [...declared, ...beside].map((path) => path.replace(' /api', ' '))
    const unknown = app
      .paths()
      // The identity service answers strangers by its own rules.
      .filter((path) => !/ \/(kratos|api\/\.ory)\//.test(path))
      .filter((path) => path !== 'ALL /*' && path !== 'ALL /api/*')
      .filter((path) => ![...declared, ...beside, ...unprefixed].includes(path))
    expect(unknown).toEqual([])
  })
})

test('every receiver is in the list, and refuses a sender without a token, of any role', async () => {
  const byMethod = Map.groupBy(app.app.gates.receivers, ({ method = 'POST' }) => method)
  const pathsOf = (method: 'GET' | 'POST') =>
    byMethod
      .get(method)
      ?.map(({ path }) => path)
      .toSorted()
  expect(pathsOf('POST')).toEqual(openToSenders)
  expect(pathsOf('GET')).toEqual([...openToReaders, ...openToVisitors])
  for (const path of openToReaders) {
    const found = await walk(async (who) => (await browserOf(who).send('GET', `/api${path}?token=x`)).status)
    expect(Object.values(found)).toEqual(people.map(() => '401'))
  }
  for (const path of openToVisitors)
    for (const who of people) {
      const { status, body } = await browserOf(who).send('GET', `/api${path.replace(/\{\w+\}/, nobody)}`)
      expect([status, body.error]).toEqual([404, 'Component not found'])
    }
  for (const path of openToSenders)
    for (const prefix of ['/api', '']) {
      const address = prefix + path.replace(/\{\w+\}/, 'unknown')
      const found = await walk(async (who) => (await browserOf(who).send('POST', address)).status)
      expect(Object.values(found)).toEqual(people.map(() => '401'))
    }
})

describe('every relation of the data service', () => {
  const views = async () => {
    const { rows } = await app.database.pool.query<{ name: string; key: string }>(
      `select relation.relname as name, min(attribute.attname::text) as key
       from pg_class as relation
       join pg_attribute as attribute on attribute.attrelid = relation.oid and attribute.attnum = 1
       where relation.relnamespace = 'api'::regnamespace and relation.relkind in ('r', 'v', 'm', 'p', 'f')
       group by 1 order by 1`,
    )
    return rows
  }

  test('and every function has a rule, and every rule a relation or function', async () => {
    const { rows } = await app.database.pool.query<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'api'::regnamespace order by 1`,
    )
    const named = (callable: boolean) =>
      Object.entries(app.app.gates.relations)
        .filter(([, rule]) => (rule.callable === true) === callable)
        .map(([name]) => name)
        .toSorted()
    expect(named(false)).toEqual((await views()).map(({ name }) => name))
    expect(named(true)).toEqual(rows.map(({ name }) => name))
  })

  test('which are functions, is called by each role as the role table says, and not by a stranger', async () => {
    for (const [name, rule] of Object.entries(app.app.gates.relations)) {
      if (rule.callable !== true) continue
      const found = await walk(
        async (who) => (await browserOf(who).send('GET', `/api/db/rpc/${name}`)).status,
      )
      expect({ name, ...found }).toEqual({ name, ...expected(dataGate(rule, 'read')?.access) })
    }
  })

  test('is read and written by each role as the role table says, and not by a stranger [RBAC-028]', async () => {
    for (const { name, key } of await views()) {
      const rule = app.app.gates.relations[name]
      if (rule === undefined) throw new Error(`no rule for ${name}`)
      const reading = dataGate(rule, 'read')?.access
      const writing = dataGate(rule, 'write')?.access
      const none = `${key}=is.null`
      const found: Record<string, Record<string, string>> = {
        select: await walk(
          async (who) => (await browserOf(who).send('GET', `/api/db/${name}?limit=1`)).status,
        ),
      }
      const writes = [
        ['insert', 'POST', '', []],
        ['update', 'PATCH', `?${none}`, {}],
        ['delete', 'DELETE', `?${none}`, undefined],
      ] as const
      for (const [action, method, query, body] of writes)
        found[action] = await walk(
          async (who) =>
            (await browserOf(who).send(method, `/api/db/${name}${query}`, body === undefined ? {} : { body }))
              .status,
        )
      expect({ name, ...found }).toEqual({
        name,
        select: expected(reading),
        insert: expected(writing),
        update: expected(writing),
        delete: expected(writing),
      })
    }
  })

  test('is open to everyone who is signed in only where that was decided, and then only to read', () => {
    const open = Object.entries(app.app.gates.relations).filter(([, rule]) => rule.resource === 'signed-in')
    expect(open.map(([name]) => name).toSorted()).toEqual(openToAll.relations)
    for (const [, rule] of open) expect(dataGate(rule, 'write')).toBeUndefined()
  })
})

describe('every live topic', () => {
  test('is heard by each role as the role table says, and not by a stranger', async () => {
    for (const [topic, rule] of Object.entries(app.app.gates.topics)) {
      const found = await walk((who) => statusOf(browserOf(who), topic))
      expect({ topic, ...found }).toEqual({ topic, ...expected(topicGate(rule).access) })
    }
  })

  test('that the database announces is known, and open to everyone only where that was decided', async () => {
    const { rows } = await app.database.pool.query<{ topic: string }>(
      `select distinct convert_from(split_part(encode(tgargs, 'escape'), '\\000', 1)::bytea, 'utf8') as topic
       from pg_trigger where tgname like 'announce_%' and tgnargs = 2 order by 1`,
    )
    const { topics } = app.app.gates
    for (const { topic } of rows) expect([...Object.keys(topics), ...unheard]).toContain(topic)
    const open = Object.entries(topics).filter(([, rule]) => topicGate(rule).access === 'signed-in')
    expect(open.map(([topic]) => topic).toSorted()).toEqual(openToAll.topics)
  })
})

test('what belongs to a feature is closed to administrators too while it is disabled, and nothing else is', async () => {
  const { routes, relations, topics } = app.app.gates
  const admin = browserOf('admin')
  const pathOf = (name: string) => `/api/db/${relations[name]?.callable === true ? 'rpc/' : ''}${name}`
  const closed = async () => ({
    routes: await filterAsync(routes, async ({ method, path }) => {
      const { body } = await admin.send(method, `/api${path.replaceAll(/\{\w+\}/g, nobody)}`)
      // As a text where clients of another product expect one.
      return /^The feature "[a-z_.]+" is disabled$/.test(typeof body === 'string' ? body : (body.error ?? ''))
    }),
    reads: await filterAsync(Object.keys(relations), async (name) => {
      const { body } = await admin.send('GET', `${pathOf(name)}?limit=1`)
      return String(body.message).endsWith(' is disabled')
    }),
    writes: await filterAsync(Object.keys(relations), async (name) => {
      const { body } = await admin.send('POST', `/api/db/${name}`, { body: [] })
      return String(body.message).endsWith(' is disabled')
    }),
    topics: await filterAsync(Object.keys(topics), async (topic) => (await statusOf(admin, topic)) === 404),
  })
  expect(await closed()).toEqual({ routes: [], reads: [], writes: [], topics: [] })
  const { pool } = app.database
  await pool.query(
    `insert into core.properties (name, value) select name || '.disable', 'true' from unnest($1::text[]) as name`,
    [features],
  )
  await until(async () => (await statusOf(admin, 'checks')) === 404)
  const gated = Object.entries(relations)
  expect(await closed()).toEqual({
    routes: routes.filter(({ feature }) => feature !== undefined),
    reads: gated.filter(([, rule]) => dataGate(rule, 'read')?.feature !== undefined).map(([name]) => name),
    writes: gated.filter(([, rule]) => dataGate(rule, 'write')?.feature !== undefined).map(([name]) => name),
    topics: Object.entries(topics)
      .filter(([, rule]) => topicGate(rule).feature !== undefined)
      .map(([topic]) => topic),
  })
  await pool.query('delete from core.properties')
  await until(async () => (await statusOf(admin, 'checks')) === 200)
})

test.each([
  ['POST /canary/run/check/{id}', 'canaries', 'run', '[RBAC-025]'],
  ['POST /health/canaries', 'canaries', 'write', '[RBAC-037]'],
  ['POST /people/update', 'identities', 'write', '[RBAC-030]'],
  ['POST /jobs/{name}/run', 'database', 'run', '[RBAC-006]'],
  ['DELETE /people/{id}', 'identities', 'write', '[RBAC-030]'],
  ['POST /auth/invite_user', 'identities', 'write', '[RBAC-030]'],
])('%s needs %s %s %s', (wanted, resource, action, _id) => {
  const route = app.app.gates.routes.find(({ method, path }) => `${method} ${path}` === wanted)
  expect(route?.access).toEqual({ resource, action })
})

test.each<[string, string, string | undefined, string]>([
  ['identities', 'identities', undefined, '[RBAC-029]'],
  ['properties', 'feature_flags', 'feature_flags', '[RBAC-007, RBAC-032]'],
  ['agents', 'agents', 'agents', '[RBAC-041]'],
  ['job_histories', 'database', undefined, '[RBAC-042]'],
  ['job_logs', 'database', undefined, '[RBAC-042]'],
  ['teams_with_status', 'database', undefined, '[RBAC-042]'],
])('reading %s needs %s, writing it %s %s', (relation, read, write, _id) => {
  const rule = app.app.gates.relations[relation]
  if (rule === undefined) throw new Error(`no rule for ${relation}`)
  expect(dataGate(rule, 'read')?.access).toEqual({ resource: read, action: 'read' })
  expect(dataGate(rule, 'write')?.access).toEqual(
    write === undefined ? undefined : { resource: write, action: 'write' },
  )
})
