import { beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'

let app: TestApp
let admin: TestBrowser
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
})

const rows = async (condition: string) =>
  (
    await app.database.pool.query<Record<string, unknown>>(
      `select * from core.audit_log where ${condition} order by created_at, id`,
    )
  ).rows

test('refusals are written down with route or relation and method, once a minute each', async () => {
  const { id, browser } = await app.person('viewer@example.com', ['viewer'])
  for (let count = 0; count < 3; count += 1) {
    expect((await browser.send('GET', '/api/db/audit_log')).status).toBe(403)
    expect((await browser.send('POST', '/api/people/update', { body: {} })).status).toBe(403)
  }
  expect((await browser.send('GET', '/people/update?x=1')).status).toBe(404)
  expect((await browser.send('GET', '/api/live?topics=audit_log')).status).toBe(403)
  expect(await rows(`action = 'refused' and person_id = '${id}'`)).toMatchObject([
    { resource: 'audit_log', after: { method: 'GET' }, actor: 'viewer@example.com', occurrences: 1 },
    { resource: '/people/update', after: { method: 'POST' }, occurrences: 1 },
    { resource: '/live', after: { method: 'GET' } },
  ])
  expect((await rows(`action = 'refused'`))[0]?.['session_id']).toEqual(expect.any(String))
})

test('a sweep over names that do not exist leaves few rows', async () => {
  const { id, browser } = await app.person('sweeper@example.com', ['viewer'])
  for (let count = 0; count < 60; count += 1)
    await browser.send('GET', `/api/db/no_such_${'x'.repeat(count + 1)}`)
  await browser.send('GET', '/api/db/identities')
  const found = await rows(`person_id = '${id}' and action = 'refused'`)
  expect(found.length).toBeLessThan(35)
})

test('exports as CSV are written down with what was asked for, and other reads are not', async () => {
  const answer = await admin.send('GET', '/api/db/people?select=email&order=email', {
    headers: { accept: 'text/csv' },
  })
  expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('admin@example.com') })
  await admin.send('GET', '/api/db/people')
  expect(await rows(`resource = 'people' and action in ('export', 'read')`)).toMatchObject([
    {
      action: 'export',
      after: { format: 'csv', query: 'select=email&order=email', range: expect.stringMatching(/^0-\d+/) },
    },
  ])
})

test('who reads the audit log is written down once an hour for each session, and each export of it', async () => {
  for (const path of ['audit_log?limit=1', 'audit_log?limit=2', 'audit%5Flog', 'audit_log/'])
    await admin.send('GET', `/api/db/${path}`)
  await admin.send('GET', '/api/db/audit_log?limit=1', { headers: { accept: 'text/csv' } })
  const found = await rows(`resource = 'audit_log' and action in ('export', 'read')`)
  expect(found).toMatchObject([
    { action: 'read', after: { query: 'limit=1' } },
    { action: 'export', after: { query: 'limit=1' } },
  ])
})
