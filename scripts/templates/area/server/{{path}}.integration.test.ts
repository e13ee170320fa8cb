import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let admin: TestBrowser
let viewer: TestBrowser

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
  viewer = (await app.person('viewer@example.com', ['viewer'])).browser
})

async function add(name: string): Promise<string> {
  const { status, body } = await admin.send('POST', '/api/{{path}}', { body: { name } })
  expect(status).toBe(201)
  return body.id
}

const close = (id: string, browser = admin) => browser.send('POST', `/api/{{path}}/${id}/close`)
const read = async (query: string, browser = admin) =>
  (await browser.send('GET', `/api/db/{{table}}?${query}`)).body

describe('a {{words}}', () => {
  test('is added with a name, and listed', async () => {
    const id = await add('  first ')
    expect(await read(`id=eq.${id}&select=name,state`)).toEqual([{ name: 'first', state: 'open' }])
    const refused = await admin.send('POST', '/api/{{path}}', { body: { name: ' ' } })
    expect(refused).toMatchObject({ status: 400 })
  })

  test('is closed once, which the audit log and the event say', async () => {
    const id = await add('to close')
    expect(await close(id)).toMatchObject({ status: 200, body: { id } })
    expect(await read(`id=eq.${id}&select=state,closed_at`)).toEqual([
      { state: 'closed', closed_at: expect.any(String) },
    ])
    expect((await close(id)).status).toBe(409)
    const log = await admin.send('GET', `/api/db/audit_log?resource_id=eq.${id}&action=eq.close`)
    expect(log.body).toHaveLength(1)
  })

  test('is seen and closed by those who may write, and by the person who added it', async () => {
    const id = await add('of the administrator')
    expect(await read('select=id', viewer)).toEqual([])
    expect((await close(id, viewer)).status).toBe(404)
    await app.database.pool.query(
      `update core.{{table}} set created_by = (select id from core.people where email = 'viewer@example.com') where id = $1`,
      [id],
    )
    expect(await read('select=id', viewer)).toEqual([{ id }])
    expect((await close(id, viewer)).status).toBe(200)
    expect((await viewer.send('POST', '/api/{{path}}', { body: { name: 'x' } })).status).toBe(403)
    expect((await app.browser().send('POST', `/api/{{path}}/${id}/close`)).status).toBe(401)
  })

  test('that is forgotten is closed by a job', async () => {
    const id = await add('forgotten')
    await app.database.pool.query(
      `update core.{{table}} set created_at = now() - interval '31 days' where id = $1`,
      [id],
    )
    expect((await admin.send('POST', '/api/jobs/CloseForgotten{{Types}}/run')).status).toBeLessThan(300)
    const state = await until(async () => {
      const [row] = await read(`id=eq.${id}&select=state`)
      return row.state === 'closed' ? row.state : undefined
    })
    expect(state).toBe('closed')
  })
})
