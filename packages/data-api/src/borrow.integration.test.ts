import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDataService, type DataService } from './index.ts'
import { openShop, type Shop } from '../testing/shop.ts'

let shop: Shop
let service: DataService<undefined>
const errors: unknown[] = []

beforeAll(async () => {
  shop = await openShop()
  await shop.pool.query(
    `create function shop.slow() returns integer stable language sql as $$ select 1 from pg_sleep(60) $$`,
  )
  service = createDataService({
    connection: shop.connection,
    connections: 1,
    schemas: ['shop'],
    // Nothing but the cancellation ends the statement in time.
    limits: { statementMilliseconds: 60_000 },
    onError: (error) => errors.push(error),
  })
  await service.reload()
})
afterAll(() => service.close())

const running = async () => {
  const { rows } = await shop.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and state = 'active' and application_name = 'data-service' and pid <> pg_backend_pid()`,
  )
  return rows.length
}

test.each([
  ['a read', 'GET', '/rpc/slow', undefined, {}],
  ['a read in a time zone', 'GET', '/rpc/slow', undefined, { prefer: 'timezone=Europe/Berlin' }],
  ['a write', 'POST', '/rpc/wait', '{"seconds": 60}', { 'content-type': 'application/json' }],
])(
  '%s whose client hangs up is canceled, and nothing after it',
  async (_what, method, path, body, headers) => {
    const client = new AbortController()
    const answer = service.handle(
      new Request(`http://data${path}`, {
        method,
        headers,
        signal: client.signal,
        ...(body !== undefined && { body }),
      }),
      { actor: undefined },
    )
    await expect.poll(running, { timeout: 10_000 }).toBe(1)
    client.abort()
    expect((await answer).status).toBe(499)
    await expect.poll(running, { timeout: 10_000 }).toBe(0)
    // The one connection serves the next request.
    const next = await service.handle(new Request('http://data/orders?select=id&limit=1'), {
      actor: undefined,
    })
    expect([next.status, await next.json()]).toEqual([200, [{ id: 1 }]])
    expect(errors).toEqual([])
  },
)

test('a request whose client is gone already asks the database nothing', async () => {
  const request = new Request('http://data/orders', { signal: AbortSignal.abort() })
  expect((await service.handle(request, { actor: undefined })).status).toBe(499)
})
