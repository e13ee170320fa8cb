import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'

let app: TestApp
let browser: TestBrowser
beforeAll(async () => {
  app = await startTestApp()
  browser = await app.signedIn()
})

const migration = new URL('../../../migrations/tables/028.do.shown-variables.sql', import.meta.url)

test('variables that were stored when all of them were secrets stay secrets', async () => {
  const variable = (name: string, value: string) => ({ name, value, secret: true })
  const headers = [{ name: 'X-Token', value: 'header-value' }]
  const made = await browser.send('POST', '/api/health/canaries', {
    body: {
      name: 'stored before',
      spec: {
        env: [variable('TOKEN', 'of-the-canary'), { name: 'KEPT', value: 'env://KEPT' }],
        http: [{ name: 'web', url: 'http://127.0.0.1:1/', headers, env: [variable('OWN', 'of-the-check')] }],
      },
    },
  })
  expect(made.status).toBe(201)
  const { id } = made.body
  const client = await app.database.pool.connect()
  try {
    // As they were stored: without the mark, which did not exist.
    await client.query(
      `update core.canaries set text = 'sealed:v1:typed',
         spec = (replace(spec::text, ', "secret": true', ''))::jsonb where id = $1`,
      [id],
    )
    await client.query(
      `update core.checks set spec = (replace(spec::text, ', "secret": true', ''))::jsonb where canary_id = $1`,
      [id],
    )
    const before = await client.query('select spec::text as spec from core.canaries where id = $1', [id])
    expect(before.rows[0].spec).not.toContain('"secret"')
    await client.query(await readFile(migration, 'utf8'))
  } finally {
    client.release(true)
  }
  const read = await browser.send('GET', `/api/health/canaries/${id}`)
  expect(read.body.spec).toMatchObject({
    env: [
      { name: 'TOKEN', value: '***', secret: true },
      { name: 'KEPT', value: 'env://KEPT' },
    ],
    http: [{ headers: [{ value: '***' }], env: [{ name: 'OWN', value: '***', secret: true }] }],
  })
  expect(read.body.spec.http[0].headers[0]).toEqual({ name: 'X-Token', value: '***' })
  const stored = await app.database.pool.query(
    `select text, checks.spec from core.canaries join core.checks on canary_id = canaries.id where canaries.id = $1`,
    [id],
  )
  expect(stored.rows).toMatchObject([{ text: null, spec: { env: [{ name: 'OWN', secret: true }] } }])
  expect(JSON.stringify(stored.rows)).not.toMatch(/of-the-(?:canary|check)/)
})
