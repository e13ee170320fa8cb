import { beforeAll, describe, expect, test } from 'vitest'
import { administrator, startTestApp, type TestApp, type TestBrowser } from '../testing/app.ts'
import { audit } from './audit.ts'
import { inTransaction } from './database/index.ts'
import { maintainPartitions } from './database/partitions.ts'

let app: TestApp
let admin: TestBrowser
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
})

const log = async (query: string, browser = admin) =>
  (await browser.send('GET', `/api/db/audit_log?order=created_at.asc,id.asc&${query}`)).body
const canary = (value: string, more: object = {}) => ({
  name: 'shop',
  spec: {
    schedule: '@every 365d',
    http: [{ name: 'shop', url: 'http://127.0.0.1:1/', headers: [{ name: 'Authorization', value }] }],
  },
  ...more,
})

describe('a change of a canary', () => {
  test('is written down through the API and through the data service, with secrets masked', async () => {
    const { body } = await admin.send('POST', '/api/health/canaries', { body: canary('hunter2') })
    await admin.send('PUT', `/api/health/canaries/${body.id}`, {
      body: canary('hunter2', { labels: { team: 'web' } }),
    })
    await admin.send('PATCH', `/api/db/canaries?id=eq.${body.id}`, { body: { labels: { team: 'shop' } } })
    await admin.send('PATCH', `/api/db/canaries?id=eq.${body.id}`, { body: { deleted_at: 'now()' } })
    const rows = await log(`resource=eq.canaries&resource_id=eq.${body.id}`)
    const who = { actor: administrator.email, session_id: expect.any(String), resource_name: 'shop' }
    expect(rows).toMatchObject([
      { ...who, action: 'create', before: null, after: { name: 'shop', namespace: 'default', source: 'UI' } },
      { ...who, action: 'update', before: { labels: {} }, after: { labels: { team: 'web' } } },
      { ...who, action: 'update', before: { labels: { team: 'web' } }, after: { labels: { team: 'shop' } } },
      { ...who, action: 'delete', before: { labels: { team: 'shop' } }, after: null },
    ])
    expect(Object.keys(rows[1].after).toSorted()).toEqual(['labels', 'revision'])
    expect(JSON.stringify(rows)).toContain('***')
    expect(JSON.stringify(rows)).not.toMatch(/hunter2|sealed:/)
  })

  test('that changes nothing leaves no row, and one of a secret leaves one', async () => {
    const { body } = await admin.send('POST', '/api/health/canaries', {
      body: canary('hunter2', { name: 'same' }),
    })
    const put = (value: string) =>
      admin.send('PUT', `/api/health/canaries/${body.id}`, { body: canary(value, { name: 'same' }) })
    await put('hunter2')
    expect(await log(`resource_id=eq.${body.id}`)).toHaveLength(1)
    await put('hunter3')
    const [, changed] = await log(`resource_id=eq.${body.id}`)
    expect(Object.keys(changed.after)).toEqual(['revision'])
  })

  test('that fails leaves none', async () => {
    const count = async () => (await log('resource=eq.canaries&select=id')).length
    const before = await count()
    const answer = await admin.send('POST', '/api/db/canaries', {
      body: [canary('x', { name: 'good' }), { name: 'bad', spec: { tcp: [{ name: 'bad', endpoin: 'x' }] } }],
    })
    expect(answer.status).toBe(400)
    expect(await count()).toBe(before)
  })
})

test('a row that is written as it is sent is recorded too', async () => {
  const [first] = (
    await admin.send('POST', '/api/db/agents', {
      body: { name: 'first', description: 'x' },
      headers: { prefer: 'return=representation' },
    })
  ).body
  const answer = await admin.send('PATCH', `/api/db/agents?id=eq.${first.id}`, {
    body: { ...first, description: 'The first one' },
    headers: { prefer: 'return=representation' },
  })
  expect(answer).toMatchObject({ status: 200, body: [{ id: first.id, description: 'The first one' }] })
  const [row, ...more] = await log(`resource=eq.agents&action=eq.update`)
  expect(more).toEqual([])
  expect(row).toMatchObject({
    resource_id: first.id,
    resource_name: 'first',
    before: { description: 'x' },
    after: { description: 'The first one' },
  })
  const made = await admin.send('POST', '/api/db/agents', {
    body: [
      { name: 'second', description: 'x' },
      { name: 'third', description: 'x' },
    ],
    headers: { prefer: 'return=representation' },
  })
  expect(made).toMatchObject({ status: 201, body: [{ name: 'second' }, { name: 'third', description: 'x' }] })
  expect((await admin.send('DELETE', '/api/db/agents?name=in.(second,third)')).status).toBe(204)
  expect(
    (await log('resource=eq.agents&action=neq.update')).map((one: { action: string }) => one.action),
  ).toEqual(['create', 'create', 'create', 'delete', 'delete'])
})

describe('the log itself', () => {
  const write = (id: string) =>
    inTransaction(app.database.pool, (client) =>
      audit(client, 'test', { action: 'create', resource: 'tests', id, name: null, after: { a: 1 } }),
    )

  test('is append-only: nobody changes, deletes or empties it', async () => {
    await write('fixed')
    for (const statement of [
      `update core.audit_log set actor = 'someone else'`,
      `delete from core.audit_log`,
      `truncate core.audit_log`,
      `truncate core.audit_log_rest`,
    ])
      await expect(app.database.pool.query(statement)).rejects.toThrow(/append-only/)
    expect(await log('resource_id=eq.fixed')).toMatchObject([{ actor: 'test', person_id: null }])
  })

  test('is read by administrators alone, and written by nobody', async () => {
    const editor = await app.person('editor@example.com', ['editor'])
    expect((await editor.browser.send('GET', '/api/db/audit_log')).status).toBe(403)
    expect((await admin.send('POST', '/api/db/audit_log', { body: { actor: 'x' } })).status).toBe(405)
    expect((await admin.send('DELETE', '/api/db/audit_log?id=is.null')).status).toBe(405)
  })

  test('lies in the partitions of its time, and rows may move into theirs', async () => {
    const { rows } = await app.database.pool.query<{ rest: number }>(
      'select count(*)::integer as rest from core.audit_log_rest',
    )
    expect(rows[0]?.rest).toBe(0)
    const far = new Date('2031-01-15T00:00:00Z')
    await app.database.pool.query(
      `insert into core.audit_log (id, actor, action, resource, resource_id)
       values (core.id_at($1), 'test', 'create', 'tests', 'early')`,
      [far],
    )
    await expect(app.database.pool.query('delete from core.audit_log_rest')).rejects.toThrow(/append-only/)
    await maintainPartitions(
      app.database.pool,
      [{ table: 'core.audit_log', column: 'id', by: 'id', days: 30, keepDays: 36_500 }],
      far,
    )
    const moved = await app.database.pool.query<{ place: string }>(
      `select tableoid::regclass::text as place from core.audit_log where resource_id = 'early'`,
    )
    expect(moved.rows[0]?.place).toMatch(/^core\.audit_log_p\d{8}$/)
    await expect(
      app.database.pool.query(`delete from core.audit_log where resource_id = 'early'`),
    ).rejects.toThrow(/append-only/)
  })

  test('says only how long a huge field is', async () => {
    await inTransaction(app.database.pool, (client) =>
      audit(client, 'test', {
        action: 'create',
        resource: 'tests',
        id: 'huge',
        name: null,
        after: { text: 'x'.repeat(100_000), short: 'y' },
      }),
    )
    const [row] = await log('resource_id=eq.huge')
    expect(row.after).toEqual({ text: '(100002 characters)', short: 'y' })
  })
})
