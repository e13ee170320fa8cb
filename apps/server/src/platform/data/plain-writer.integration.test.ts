import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'

let app: TestApp
let editor: TestBrowser
let admin: TestBrowser
let editorId: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
  const person = await app.person('ed@example.com', ['editor'])
  editor = person.browser
  editorId = person.id
})

const representation = { prefer: 'return=representation' }
const local = `/api/db/agents?id=eq.${LOCAL_AGENT_ID}`

describe('the local agent', () => {
  test.each([
    ['PATCH', { name: 'mine' }],
    ['PATCH', { description: 'mine' }],
    ['PATCH', { deleted_at: 'now()' }],
    ['DELETE', undefined],
  ])('takes no %s with %j, of nobody', async (method, body) => {
    const [before] = (await editor.send('GET', local)).body
    for (const browser of [editor, admin])
      expect(await browser.send(method, local, body === undefined ? {} : { body })).toMatchObject({
        status: 403,
        body: { message: 'The local agent is this server. It cannot be changed or deleted' },
      })
    expect((await editor.send('GET', local)).body).toEqual([before])
  })
})

/** A row of each relation that clients write, and the key that finds it again. */
const rows: Readonly<Record<string, { row: Record<string, unknown>; key: string }>> = {
  agents: { row: { name: 'far away' }, key: 'id' },
  saved_query: { row: { name: 'slow', query: 'latency > 1s' }, key: 'id' },
  canaries: {
    row: {
      name: 'written',
      namespace: 'default',
      spec: { schedule: '@every 24h', tcp: [{ name: 'a', endpoint: '127.0.0.1:1' }] },
    },
    key: 'id',
  },
  config_scrapers: {
    row: { name: 'written', namespace: 'default', spec: { schedule: '@never', file: [{ url: '/nowhere' }] } },
    key: 'id',
  },
  connections: { row: { name: 'db', type: 'http', url: 'http://127.0.0.1:1' }, key: 'id' },
  logging_backends: { row: { name: 'written', spec: { file: [{ paths: ['/nowhere'] }] } }, key: 'id' },
  notification_silences: {
    row: { filter: 'check.name == "shop"', from: '2030-01-01T00:00:00Z', until: '2030-01-02T00:00:00Z' },
    key: 'id',
  },
  notifications: {
    row: { events: ['check.failed'], custom_services: [{ url: 'generic+http://127.0.0.1:1/' }] },
    key: 'id',
  },
  properties: { row: { name: 'color', value: 'red' }, key: 'name' },
  teams: { row: { name: 'crew' }, key: 'id' },
  topologies: {
    row: { name: 'written', namespace: 'default', spec: { components: [{ name: 'shop' }] } },
    key: 'id',
  },
}
/** What is only ever there or not. */
const withoutChanges = ['config_component_relationships', 'team_members']

/** What a client might send for columns that the product decides. */
const forged: Readonly<Record<string, unknown>> = {
  id: '01900000-0000-7000-8000-00000000f00d',
  created_at: '2001-01-01T00:00:00Z',
  updated_at: '2001-01-01T00:00:00Z',
  deleted_at: '2001-01-01T00:00:00Z',
  created_by: '01900000-0000-7000-8000-00000000f00d',
  agent_id: '01900000-0000-7000-8000-00000000f00d',
  source: 'forged',
}
/** Where a client takes a row out of use by `deleted_at`: its writer sets the time itself. */
const deletedByChange = new Set([
  'agents',
  'canaries',
  'config_scrapers',
  'connections',
  'logging_backends',
  'notification_silences',
  'notifications',
  'teams',
  'topologies',
])

describe('every relation that clients write', () => {
  test('is in this test', () => {
    const written = Object.entries(app.app.gates.relations).filter(([, { writes }]) => writes !== undefined)
    expect(written.map(([name]) => name).toSorted()).toEqual(
      [...Object.keys(rows), ...withoutChanges].toSorted(),
    )
  })

  test.each(Object.keys(rows))('%s keeps what the product decides', async (name) => {
    const { row = {}, key = 'id' } = rows[name] ?? {}
    const [made] = (await admin.send('POST', `/api/db/${name}`, { body: row, headers: representation })).body
    const address = `/api/db/${name}?${key}=eq.${made[key]}`
    const columns = Object.keys(forged).filter((column) => Object.hasOwn(made, column))
    expect(columns).toContain('created_at')
    for (const column of columns) {
      if (column === 'deleted_at' && deletedByChange.has(name)) continue
      const answer = await admin.send('PATCH', address, { body: { [column]: forged[column] } })
      expect([column, answer.status < 500]).toEqual([column, true])
      const [after] = (await admin.send('GET', address)).body
      // A write that changes nothing may still move the time of the last change, but never to where a client wants it.
      const kept =
        column === 'updated_at' ? !String(after[column]).startsWith('2001') : after?.[column] === made[column]
      expect([column, kept, after]).toEqual([column, true, expect.anything()])
    }
    if (!deletedByChange.has(name)) return
    await admin.send('PATCH', address, { body: { deleted_at: forged['deleted_at'] } })
    const { rows: left } = await app.database.pool.query<{ deleted_at: Date | null }>(
      `select deleted_at from core.${name} where id = $1`,
      [made.id],
    )
    expect(left[0]?.deleted_at?.getFullYear()).not.toBe(2001)
  })

  test.each(Object.keys(rows))('%s takes no forged columns with a new row', async (name) => {
    const { row = {}, key = 'id' } = rows[name] ?? {}
    const { id: _, ...others } = forged
    for (const [column, value] of Object.entries(others)) {
      const own = { ...row, name: `new ${column.replaceAll('_', '-')} of ${name}`.replaceAll(/[ _]/g, '-') }
      const answer = await admin.send('POST', `/api/db/${name}`, {
        body: { ...own, [column]: value },
        headers: representation,
      })
      expect([column, answer.status < 500]).toEqual([column, true])
      if (answer.status !== 201) continue
      const [made] = answer.body
      expect(made[key]).toBeDefined()
      expect([column, String(made[column]).slice(0, 10)]).not.toEqual([column, String(value).slice(0, 10)])
    }
  })
})

test.each([...deletedByChange])(
  'rows of %s are deleted softly, by both ways in which clients delete: the time is now [SET-027]',
  async (name) => {
    const { row = {} } = rows[name] ?? {}
    for (const [way, body] of [
      ['DELETE', undefined],
      ['PATCH', { deleted_at: 'now()' }],
    ] as const) {
      const named = Object.hasOwn(row, 'name') ? { name: `gone-by-${way.toLowerCase()}` } : {}
      const added = await admin.send('POST', `/api/db/${name}`, {
        body: { ...row, ...named },
        headers: representation,
      })
      expect(added).toMatchObject({ status: 201, body: [{ deleted_at: null }] })
      const { id } = added.body[0]
      const address = `/api/db/${name}?id=eq.${id}`
      const answer = await admin.send(way, address, body === undefined ? {} : { body })
      expect([way, answer.status]).toEqual([way, 204])
      const deletion = async () => {
        const { rows: left } = await app.database.pool.query<{ at: string; seconds: number }>(
          `select deleted_at::text as at, extract(epoch from now() - deleted_at)::float8 as seconds
           from core.${name} where id = $1`,
          [id],
        )
        return left[0]
      }
      const first = await deletion()
      expect(first?.seconds).toBeGreaterThanOrEqual(0)
      expect(first?.seconds).toBeLessThan(60)
      await admin.send(way, address, body === undefined ? {} : { body })
      expect((await deletion())?.at).toBe(first?.at)
    }
  },
)

describe('a row that is written as it is sent', () => {
  test.each(['deleted_at', 'created_at', 'updated_at', 'created_by', 'id'])(
    'is refused with another %s, which is named',
    async (column) => {
      const relation = column === 'deleted_at' || column === 'id' ? 'agents' : 'saved_query'
      const { row = {} } = rows[relation] ?? {}
      const message = `${column}: The product sets this column. Leave it out`
      const refusal = {
        status: 400,
        body: { code: 'EINVALID', message, details: [{ path: column, message }] },
      }
      const body = { ...row, name: `${String(row['name'])} ${column}` }
      const answer = await editor.send('POST', `/api/db/${relation}`, {
        body: { ...body, [column]: forged[column] },
      })
      expect(answer).toMatchObject(refusal)
      const [made] = (await editor.send('POST', `/api/db/${relation}`, { body, headers: representation }))
        .body
      // Of an agent this column is how clients delete it.
      if (column === 'deleted_at') return
      expect(
        await editor.send('PATCH', `/api/db/${relation}?id=eq.${made.id}`, {
          body: { [column]: forged[column] },
        }),
      ).toMatchObject(refusal)
    },
  )

  test('may name its creator, and be sent back whole', async () => {
    const [made] = (
      await editor.send('POST', '/api/db/saved_query', {
        body: { name: 'mine', query: 'q', icon: null, created_by: editorId },
        headers: representation,
      })
    ).body
    expect(made.created_by).toBe(editorId)
    const back = await editor.send('PATCH', `/api/db/saved_query?id=eq.${made.id}`, {
      body: { ...made, query: 'other' },
      headers: representation,
    })
    expect(back).toMatchObject({ status: 200, body: [{ id: made.id, query: 'other' }] })
  })

  test('comes with a thousand others at most', async () => {
    const body = Array.from({ length: 1_001 }, (_, number) => ({ name: `n${number}`, query: 'q' }))
    expect(await editor.send('POST', '/api/db/saved_query', { body })).toMatchObject({
      status: 413,
      body: { message: '1001 rows are too many for one request; the most is 1000' },
    })
  })
})
