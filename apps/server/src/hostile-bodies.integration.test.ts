import { allow, roles } from '@binnacle/contract/access'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataGate } from './platform/data/index.ts'
import type { Access } from './platform/access/gate.ts'
import { startTestApp, type TestApp, type TestBrowser } from './testing/app.ts'
import {
  cutOff,
  encodings,
  type HostileBody,
  largest,
  nested,
  values,
  wide,
} from './testing/hostile-bodies.ts'
import { LONGEST_STRETCH, longestStretch, measureStretches } from './testing/stretches.ts'

const NOBODY = '01900000-0000-7000-8000-000000000000'
/** Sends requests from a thread of its own, so that the server's thread does nothing but serve. */
const client = new Worker(
  `const { parentPort } = require('node:worker_threads')
   parentPort.on('message', async ({ id, url, method, headers, body }) => {
     try {
       const answer = await fetch(url, { method, headers, body, redirect: 'manual' })
       parentPort.postMessage({ id, status: answer.status, text: await answer.text() })
     } catch (error) {
       parentPort.postMessage({ id, status: 0, text: String(error.cause ?? error) })
     }
   })`,
  { eval: true },
)
interface Said {
  id: number
  /** 0 when there was no answer. */
  status: number
  text: string
}
const waiting = new Map<number, (said: Said) => void>()
client.on('message', (said: Said) => {
  waiting.get(said.id)?.(said)
  waiting.delete(said.id)
})
const meter = measureStretches()
afterAll(() => {
  meter.stop()
  return client.terminate()
})

let app: TestApp
const cookies = new Map<string, string>()
let sent = 0

const cookieOf = (browser: TestBrowser) =>
  [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

beforeAll(async () => {
  app = await startTestApp()
  for (const role of roles)
    cookies.set(role, cookieOf((await app.person(`one.${role}@example.com`, [role])).browser))
})

interface Target {
  method: string
  path: string
  type?: string
  headers?: Readonly<Record<string, string>>
  /** Whether the route takes more values than others. */
  isWide?: boolean
}

async function send(
  who: string,
  { method, path, type = 'application/json', headers = {} }: Target,
  body?: HostileBody,
): Promise<Said> {
  sent += 1
  const id = sent
  const { promise, resolve } = Promise.withResolvers<Said>()
  waiting.set(id, resolve)
  client.postMessage({
    id,
    url: app.url + path,
    method,
    headers: { 'content-type': type, accept: 'application/json', cookie: cookies.get(who) ?? '', ...headers },
    body: body?.bytes,
  })
  return promise
}

/** Sends a request while nobody else sends one, and measures how long it keeps the server's thread at most. */
async function sendAlone(who: string, target: Target, body?: HostileBody) {
  let said: Said = { id: 0, status: 0, text: '' }
  const longest = await longestStretch(meter, async () => {
    said = await send(who, target, body)
  })
  return { ...said, longest }
}

/** Filters that name the primary key, where it is not `id`. */
const keys: Readonly<Record<string, string>> = {
  config_component_relationships: `config_id=eq.${NOBODY}&component_id=eq.${NOBODY}&selector_id=eq.manual`,
  properties: 'name=eq.x',
  team_members: `team_id=eq.${NOBODY}&person_id=eq.${NOBODY}`,
}

/** Every route that reads a body, and every write of every relation. */
function targets(): (Target & { access: Access | undefined })[] {
  const { routes, relations } = app.app.gates
  const reading = routes
    .filter(({ schemas }) => schemas.body !== undefined)
    .map(({ method, path, access, bodyBounds }) => ({
      method,
      path: `/api${path.replaceAll(/\{\w+\}/g, NOBODY)}`,
      access,
      isWide: bodyBounds?.nodes !== undefined,
    }))
  const called = Object.entries(relations)
    .filter(([, { callable }]) => callable === true)
    .map(([name, rule]) => ({
      method: 'POST',
      path: `/api/db/rpc/${name}`,
      access: dataGate(rule, 'read')?.access,
    }))
  const tables = Object.entries(relations).filter(([, { callable }]) => callable !== true)
  const writing = tables.flatMap(([name, rule]) =>
    [
      ['POST', ''],
      ['PATCH', `?created_at=is.null`],
      ['PUT', `?${keys[name] ?? `id=eq.${NOBODY}`}`],
    ].map(([method = '', query = '']) => ({
      method,
      path: `/api/db/${name}${query}`,
      access: dataGate(rule, 'write')?.access,
    })),
  )
  return [...reading, ...called, ...writing]
}

/** Runs work for each item, eight at a time. */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items]
  const run = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: 8 }, run))
}

/** The status of someone whom the gate stops; undefined for those who may pass. */
function stopped(who: string, access: Access | undefined): number | undefined {
  if (who === 'stranger') return 401
  if (access === undefined) return 405
  if (access === 'signed-in') return undefined
  const held = roles.filter((role) => role === who)
  return allow(held, access.resource, access.action) ? undefined : 403
}

const briefly = ({ status, text }: Said) => `${status} ${text.slice(0, 200)}`

const garbage: readonly HostileBody[] = [
  { what: 'no JSON', bytes: Buffer.from('nothing of JSON') },
  ...nested.slice(0, 1),
  ...cutOff.slice(0, 1),
  ...wide.slice(0, 1),
]

test('nobody has a body read that they may not send', { timeout: 240_000 }, async () => {
  const refused = targets().flatMap((target) =>
    ['stranger', ...roles].flatMap((who) => {
      const status = stopped(who, target.access)
      return status === undefined ? [] : garbage.map((body) => ({ who, target, status, body }))
    }),
  )
  expect(refused.length).toBeGreaterThan(500)
  const wrong: unknown[][] = []
  await forEach(refused, async ({ who, target, status, body }) => {
    const said = await send(who, target, body)
    if (said.status !== status)
      wrong.push([who, target.method, target.path, body.what, status, briefly(said)])
  })
  expect(wrong).toEqual([])
})

/** Everything whose body an administrator has read. */
const open = () => targets().filter(({ access }) => stopped('admin', access) === undefined)

test(
  'a body that is cut off, in another encoding or of odd values is never a fault of the server',
  { timeout: 240_000 },
  async () => {
    const wrong: unknown[][] = []
    const pairs = open().flatMap((target) =>
      [...cutOff, ...encodings, ...values].map((body) => ({ target, body })),
    )
    await forEach(pairs, async ({ target, body }) => {
      const said = await send('admin', target, body)
      const { what } = body
      const expected =
        what.startsWith('cut off') || encodings.slice(0, 6).includes(body)
          ? [400]
          : [200, 201, 204, 400, 403, 404, 405, 409, 413]
      const deep = what === 'a text of brackets' && said.text.includes('nested deeper')
      if (!expected.includes(said.status) || deep)
        wrong.push([target.method, target.path, what, briefly(said)])
    })
    expect(wrong).toEqual([])
  },
)

test.each([
  ['nested', nested, [400], /nested deeper than \d+ levels/],
  ['wide', wide, [413], /more than \d+ values and keys|larger than 2 MiB/],
])(
  'a body that is too %s is refused before it is parsed, and keeps nobody waiting',
  { timeout: 240_000 },
  async (_what, bodies, statuses, reason) => {
    const wrong: unknown[][] = []
    for (const target of open())
      for (const body of bodies) {
        const said = await sendAlone('admin', target, body)
        // A route that takes more values reads some of these, and refuses what they are.
        const isRead = target.isWide === true && said.status === 400
        const isRefused = isRead || (statuses.includes(said.status) && reason.test(said.text))
        if (!isRefused || said.longest > LONGEST_STRETCH)
          wrong.push([target.method, target.path, body.what, briefly(said), said.longest])
      }
    expect(wrong).toEqual([])
  },
)

test('the largest bodies that are read keep nobody waiting', { timeout: 240_000 }, async () => {
  const wrong: unknown[][] = []
  // The first of each is compiled meanwhile.
  for (const target of open()) await send('admin', target, { what: 'warm', bytes: Buffer.from('{}') })
  for (const target of open())
    for (const body of largest) {
      const said = await sendAlone('admin', target, body)
      if (said.status >= 500 || said.status === 0 || said.longest > LONGEST_STRETCH)
        wrong.push([target.method, target.path, body.what, briefly(said), said.longest])
    }
  expect(wrong).toEqual([])
})

test('a field that is nested too deep is named', async () => {
  const { status, body } = await (
    await app.signedIn()
  ).send('POST', '/api/db/saved_query', {
    body: `{"name":"deep","query":"q","columns":${'['.repeat(7_000)}${']'.repeat(7_000)}}`,
  })
  const message = 'columns: The JSON is nested deeper than 64 levels'
  expect({ status, body }).toMatchObject({ status: 400, body: { message, details: [{ path: 'columns' }] } })
})

describe('forms', () => {
  const flow = { method: 'POST', path: `/kratos/self-service/login?flow=${NOBODY}` }

  test('of strangers are bounded like other bodies', async () => {
    for (const mount of ['/kratos', '/api/.ory'])
      for (const kind of ['login', 'registration', 'recovery', 'verification', 'settings'])
        for (const body of [...nested, ...wide, ...cutOff, ...encodings, ...values]) {
          const path = `${mount}/self-service/${kind}?flow=${NOBODY}`
          const said = await send('stranger', { ...flow, path }, body)
          expect([path, body.what, said.status < 500 && said.status >= 400]).toEqual([path, body.what, true])
        }
  })

  test('in other media types are bounded too', async () => {
    const urlencoded = 'application/x-www-form-urlencoded'
    const many = { what: 'many fields', bytes: Buffer.from('a=1&'.repeat(400_000)) }
    const cells = { what: 'many cells', bytes: Buffer.from(`name,query\n${'a,b\n'.repeat(400_000)}`) }
    const saved = { method: 'POST', path: '/api/db/saved_query' }
    for (const [target, body] of [
      [{ ...flow, type: urlencoded }, many],
      [{ ...saved, type: urlencoded }, many],
      [{ ...saved, type: 'text/csv' }, cells],
    ] as const) {
      const said = await sendAlone('admin', target, body)
      expect([said.status, said.longest < LONGEST_STRETCH]).toEqual([413, true])
    }
  })
})

describe('what comes in the address and the headers', () => {
  const read = '/api/db/checks'
  test.each<[string, string, Record<string, string>, number[]]>([
    ['many parameters', `${read}?${'a&'.repeat(6_000)}`, {}, [400]],
    ['many filters', `${read}?${'name=eq.1&'.repeat(1_500)}`, {}, [200]],
    ['nested logic', `${read}?and=${'(or'.repeat(4_000)}(name.eq.1${')'.repeat(4_000)}`, {}, [400]],
    ['deep embeds', `${read}?select=${'canaries('.repeat(1_500)}id${')'.repeat(1_500)}`, {}, [400]],
    ['many columns', `${read}?select=${'id,'.repeat(5_000)}id`, {}, [200, 400]],
    ['an address that is too long', `${read}?${'a=b&'.repeat(10_000)}`, {}, [431]],
    ['many preferences', read, { prefer: 'count=exact,'.repeat(1_000) }, [200]],
    ['many ranges', read, { range: '0-1,'.repeat(3_000) }, [200, 206, 400, 416]],
    ['many media types', read, { accept: 'text/x;q=0.1,'.repeat(1_000) }, [406]],
    ['many cookies', read, { cookie: 'a=b; '.repeat(3_000) }, [401]],
    ['many forwarders', read, { 'x-forwarded-for': '10.0.0.1,'.repeat(1_500) }, [200]],
    ['many headers', read, Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`x-${n}`, '1'])), [431]],
    ['many query fields', `/api/health/checks?${'name=a&'.repeat(2_000)}`, {}, [200, 400]],
  ])('%s keep nobody waiting', async (_what, path, headers, statuses) => {
    const said = await sendAlone('admin', { method: 'GET', path, headers })
    expect(statuses).toContain(said.status)
    expect(said.longest).toBeLessThan(LONGEST_STRETCH)
  })
})
