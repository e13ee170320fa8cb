import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDataService } from './service.ts'
import { openShop, type Shop } from '../testing/shop.ts'

let shop: Shop
let ask: (
  who: string,
) => (target: string, headers?: Record<string, string>) => Promise<{ status: number; milliseconds: number }>

beforeAll(async () => {
  shop = await openShop()
  // A read that takes long, and looks to the planner as if it took no time.
  await shop.pool.query(
    `create function shop.slow(shop.customers) returns text stable cost 1 language sql as $$ select pg_sleep(2)::text $$;
     create function shop.dawdle() returns integer stable language sql as $$ select pg_sleep(2); select 1 $$`,
  )
  const service = createDataService<string>({
    connection: shop.connection,
    schemas: ['shop'],
    aggregates: true,
    countBudget: 300,
    ownerOf: (actor) => actor,
    shares: {
      quick: { total: 3, each: 2, milliseconds: 200 },
      slow: { total: 2, each: 1 },
      writes: { total: 2, each: 1 },
      waitMilliseconds: 3_000,
    },
  })
  await service.reload()
  afterAll(() => service.close())
  ask =
    (actor) =>
    async (target, headers = {}) => {
      const [method = 'GET', path = '/'] = target.split(' ')
      const started = performance.now()
      const answer = await service.handle(
        new Request(`http://data${path}`, { method, headers, ...(method === 'GET' ? {} : { body: '{}' }) }),
        { actor },
      )
      await answer.text()
      return { status: answer.status, milliseconds: performance.now() - started }
    }
})

describe('beside people whose requests are slow', () => {
  const abusers = Array.from({ length: 10 }, (_, number) => `abuser ${number}`)

  test.each([
    ['reads', 'GET /customers?select=slow&id=eq.1', {}],
    ['reads with a time zone', 'GET /customers?select=slow&id=eq.1', { prefer: 'timezone=Europe/Berlin' }],
    ['counts', 'GET /customers?select=id&slow=eq.x', { prefer: 'count=exact', range: '0-0' }],
    ['calls that read', 'GET /rpc/dawdle', {}],
    ['calls', 'POST /rpc/dawdle', { 'content-type': 'application/json' }],
  ] as const)('%s: others are answered soon', { timeout: 60_000 }, async (what, target, headers) => {
    const slow = abusers.flatMap((abuser) => Array.from({ length: 4 }, () => ask(abuser)(target, headers)))
    const took: number[] = []
    for (let time = 0; time < 10; time += 1) {
      const simple = await ask(`${what} ${time}`)('GET /customers?id=eq.1')
      expect(simple.status).toBe(200)
      took.push(simple.milliseconds)
    }
    // Each waits at most for the short turns of others: 30 ms on a machine with nothing else to do.
    expect(Math.max(...took)).toBeLessThan(2_500)
    await Promise.all(slow)
  })

  test('a slow read of one person alone is answered in full', async () => {
    expect(await ask('ada')('GET /customers?select=slow&id=eq.1')).toMatchObject({ status: 200 })
    expect(await ask('ada')('GET /rpc/dawdle')).toMatchObject({ status: 200 })
  })

  test('a person who waits too long is told so', { timeout: 30_000 }, async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, () => ask('cy')('GET /customers?select=slow&id=eq.1')),
    )
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 504]))
    expect((await ask('dan')('GET /customers?id=eq.1')).status).toBe(200)
  })
})
