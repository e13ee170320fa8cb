import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../../testing/app.ts'

let app: TestApp
let admin: TestBrowser
let target: Server
let url: string

/** More than the most that a lookup reads: a list of components that is JSON to its end. */
const TOO_LARGE = JSON.stringify(
  Array.from({ length: 10_000 }, (_, place) => ({ name: `component ${place}`, text: 'x'.repeat(1_100) })),
)

beforeAll(async () => {
  target = createServer((request, response) => {
    const { url: path } = request
    // What hangs never answers; the connection ends with the test.
    if (path === '/hangs') return
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(path === '/large' ? TOO_LARGE : JSON.stringify([{ name: 'web' }]))
  })
  await new Promise<void>((resolve) => void target.listen(0, '127.0.0.1', resolve))
  const address = target.address()
  if (address === null || typeof address === 'string') throw new Error('the target has no port')
  url = `http://127.0.0.1:${address.port}`
  app = await startTestApp()
  admin = await app.signedIn()
})
afterAll(async () => {
  target.closeAllConnections()
  await new Promise((resolve) => target.close(resolve))
})

const lookup = (name: string, path: string, more: object = {}) => ({
  name,
  type: 'Group',
  lookup: { http: [{ name, url: `${url}${path}`, ...more }] },
})

async function runOf(name: string, components: readonly object[]) {
  const made = await admin.send('POST', '/api/topologies', {
    body: { name, spec: { schedule: '@never', components } },
  })
  expect(made.status).toBe(201)
  const { id } = made.body
  const run = await admin.send('POST', `/api/run/topology/${id}`)
  const { rows } = await app.database.pool.query(
    'select name from core.components where topology_id = $1 and deleted_at is null order by name',
    [id],
  )
  const shown = await admin.send('GET', `/api/db/topologies_with_status?id=eq.${id}&select=error`)
  const error: unknown = shown.body[0]?.error
  return {
    id,
    status: run.body.status,
    complete: run.body.details.complete,
    names: rows.map((row) => row.name),
    error,
  }
}

test('a lookup that never answers is told with its place, and the rest of the tree stays', async () => {
  const { status, complete, names, error } = await runOf('hanging', [
    lookup('silent', '/hangs', { timeout: '300ms' }),
    lookup('services', '/services'),
    { name: 'storage' },
  ])
  expect(names).toEqual(['hanging', 'storage', 'web'])
  expect({ status, complete }).toEqual({ status: 'WARNING', complete: false })
  expect(error).toMatch(/^components\[0\]\.lookup\.http\[0\]: .*timed out while waiting for the answer/)
})

test.each([
  ['as it is', {}],
  ['through a script that reads a part of it', { display: { expr: `'[{"name": "part"}]'` } }],
])(
  'a lookup that answers 10 MB, read %s, is told with its place, and the rest of the tree stays',
  async (how, more) => {
    expect(TOO_LARGE.length).toBeGreaterThan(10 * 1_024 * 1_024)
    const name = `large ${how}`
    const { status, complete, names, error } = await runOf(name, [
      lookup('everything', '/large', more),
      lookup('services', '/services'),
      { name: 'storage' },
    ])
    expect(names).toEqual([name, 'storage', 'web'])
    expect({ status, complete }).toEqual({ status: 'WARNING', complete: false })
    expect(error).toMatch(/^components\[0\]\.lookup\.http\[0\]: the answer is cut off after \d+ bytes$/)
  },
)

test('a selector that matches everything is told with its component, and the rest of the tree stays', async () => {
  await app.database.pool.query(
    `insert into core.components (name, external_id, type)
     select 'many ' || n, 'many ' || n, 'Many' from generate_series(1, 10050) as n`,
  )
  const { id, status, names, error } = await runOf('greedy', [
    { name: 'all', selectors: [{ agent: 'all', types: ['!None'] }] },
    { name: 'one', selectors: [{ name: 'many 7' }] },
  ])
  expect(names).toEqual(['all', 'greedy', 'one'])
  expect(status).toBe('WARNING')
  expect(error).toMatch(/^all: the selector \{.*\} finds more than 10000; the rest is left out$/)
  const { rows } = await app.database.pool.query(
    `select above.name, count(*)::integer as below from core.component_relationships as link
     join core.components as above on above.id = link.relationship_id
     where above.topology_id = $1 and link.deleted_at is null group by 1 order by 1`,
    [id],
  )
  expect(rows).toEqual([
    { name: 'all', below: 10_000 },
    { name: 'one', below: 1 },
  ])
})
