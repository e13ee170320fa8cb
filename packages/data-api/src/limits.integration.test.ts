import { beforeAll, describe, expect, test } from 'vitest'
import { type Ask, openShop, type Shop } from '../testing/shop.ts'

let shop: Shop
let ask: Ask
let generous: Ask

beforeAll(async () => {
  shop = await openShop()
  const limits = { maximumRows: 2, bodyBytes: 1_000, statementMilliseconds: 300 }
  ask = await shop.open({ limits, tolerances: true }, undefined)
  generous = await shop.open(
    { limits: { queryLength: 300_000, bodyBytes: 50_000_000 }, tolerances: true },
    undefined,
  )
})

const refusal = (status: number, code: string, message: string | RegExp) => ({
  status,
  body: { code, message: typeof message === 'string' ? message : expect.stringMatching(message) },
})

describe('limits of a request', () => {
  test('rows, of the answer and of each embed', async () => {
    expect(await ask('GET /orders?select=id&order=id')).toMatchObject({ body: [{ id: 1 }, { id: 2 }] })
    expect(await ask('GET /orders?select=id&order=id&limit=50&offset=1')).toMatchObject({
      body: [{ id: 2 }, { id: 3 }],
    })
    expect(await ask('GET /products?select=products(id)&id=eq.1')).toMatchObject({
      body: [{ products: [{ id: 2 }, { id: 3 }] }],
    })
    await shop.pool.query(`insert into shop.products values (10, 'Rod', 1)`)
    const answer = await ask(
      'GET /products?select=products(id)&id=eq.1&products.order=id.desc&products.limit=9',
    )
    expect(answer.body).toEqual([{ products: [{ id: 10 }, { id: 3 }] }])
    await shop.pool.query('delete from shop.products where id = 10')
  })

  test('depth of embeds, also of those that only filter', async () => {
    const nested = (depth: number) => `${'parent_id('.repeat(depth)}id${')'.repeat(depth)}`
    expect(await ask(`GET /products?select=${nested(8)}`)).toMatchObject({ status: 200 })
    expect(await ask(`GET /products?select=${nested(9)}`)).toMatchObject(
      refusal(400, 'PGRST100', 'Resources are embedded deeper than 8 levels'),
    )
    expect(await ask(`GET /products?${'parent_id.'.repeat(8)}id=eq.1`)).toMatchObject({ status: 200 })
    expect(await ask(`GET /products?${'parent_id.'.repeat(9)}id=eq.1`)).toMatchObject(
      refusal(400, 'PGRST100', 'A filter is deeper than 8 levels'),
    )
  })

  test('depth of logic', async () => {
    const nested = (depth: number) => `${'(and'.repeat(depth - 1)}(id.eq.1)${')'.repeat(depth - 1)}`
    expect(await ask(`GET /orders?select=id&and=${nested(20)}`)).toMatchObject({ body: [{ id: 1 }] })
    expect(await ask(`GET /orders?and=${nested(1_000)}`)).toMatchObject(
      refusal(400, 'PGRST100', 'The logic is nested deeper than 20 levels'),
    )
  })

  test('length of the query string', async () => {
    expect(await ask(`GET /orders?id=in.(${'1,'.repeat(50_000)}1)`)).toMatchObject(
      refusal(414, 'PGRST100', 'The query string is longer than 32768 characters'),
    )
    expect(await generous(`GET /orders?select=id&id=in.(${'1,'.repeat(50_000)}1)`)).toMatchObject({
      body: [{ id: 1 }],
    })
  })

  test.each([
    ['many filters', `id=eq.1&`.repeat(12_000)],
    [
      'many orders of an embed with many filters',
      `select=*,c:customers(*)&order=${'c(id),'.repeat(5_000)}id&${'c.id=eq.1&'.repeat(5_000)}`,
    ],
    [
      'many tests of an embed with many filters',
      `select=*,c:customers(*)&or=(${'c.not.is.null,'.repeat(4_000)}id.is.null)&${'c.id=eq.1&'.repeat(4_000)}`,
    ],
    ['many steps into JSON', `select=note${'->a'.repeat(30_000)}`],
    [
      'many steps, many times',
      `select=*,c:customers(*)&order=${'c(id),'.repeat(5_000)}id&c.name${'->a'.repeat(5_000)}=eq.1`,
    ],
    ['many columns', `select=${'id,'.repeat(30_000)}id`],
    [
      'many embeds',
      `select=${Array.from({ length: 6_000 }, (_, number) => `e${number}:customers(*)`).join(',')}`,
    ],
    ['long names', `select=${'x'.repeat(90_000)}`],
    ['many expressions', `note.filter=${'a*,'.repeat(30_000)}`],
    ['brackets', `select=${'('.repeat(90_000)}`],
  ])('%s in 100 kB: an answer or a refusal, soon', async (_what, query) => {
    // Processor time, because other programs lengthen the wall time.
    const before = process.threadCpuUsage()
    const answer = await generous(`GET /orders?${query}`)
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(3_000)
    expect([200, 400, 500]).toContain(answer.status)
    // What PostgreSQL itself cannot take in it says in its own words.
    expect(answer.status === 500 ? answer.body : { code: '54000' }).toMatchObject({
      code: expect.stringMatching(/^54/),
    })
  })

  test('size of the body, told or found', async () => {
    const rows = Array.from({ length: 100 }, (_, id) => ({ id: id + 100, name: 'many' }))
    const tooLarge = refusal(413, 'PGRST102', 'The body is larger than 1000 bytes')
    expect(await ask('POST /customers', { body: rows })).toMatchObject(tooLarge)
    expect(await ask('POST /customers', { body: rows, headers: { 'content-length': '5' } })).toMatchObject(
      tooLarge,
    )
  })

  test('time of a statement', async () => {
    expect(await ask('POST /rpc/wait', { body: { seconds: 5 } })).toMatchObject(
      refusal(504, '57014', 'canceling statement due to statement timeout'),
    )
    expect(await ask('GET /orders?limit=1')).toMatchObject({ status: 200 })
  })
})

describe('a database that does not answer', () => {
  test('is told from one that is busy', async () => {
    const connection = { ...shop.connection, connectionTimeoutMillis: 50 }
    const busy = await shop.open({ connection, connections: 1 }, undefined)
    const long = busy('POST /rpc/wait', { body: { seconds: 0.5 } })
    const waits = `select 1 from pg_stat_activity where datname = current_database() and state = 'active' and query like '%shop"."wait"%' and pid <> pg_backend_pid()`
    await expect.poll(async () => (await shop.pool.query(waits)).rowCount).toBe(1)
    expect(await busy('GET /orders')).toMatchObject({ status: 504, body: { code: 'PGRST003' } })
    expect(await busy('POST /customers', { body: {} })).toMatchObject({
      status: 504,
      body: { code: 'PGRST003' },
    })
    expect(await long).toMatchObject({ status: 204 })
  })

  test('and from one that ended the connection', async () => {
    const cut = await shop.open({ connections: 1 }, undefined)
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%shop"."wait"%' and pid <> pg_backend_pid()`
    const long = cut('POST /rpc/wait', { body: { seconds: 30 } })
    await expect.poll(async () => (await shop.pool.query(end)).rowCount).toBeGreaterThan(0)
    expect(await long).toMatchObject({ status: 503, body: { code: 'PGRST000' } })
    expect(await cut('GET /orders')).toMatchObject({ status: 200 })
  })
})

describe('failures that functions raise', () => {
  const raise = (state: string, message: string, detail = '') =>
    generous('POST /rpc/raise', { body: { state, message, detail } })

  test.each([
    ['PT402', 402],
    ['PT200', 200],
    ['PT204', 204],
    ['PT304', 304],
    ['PT100', 400],
    ['PT600', 400],
    ['PT999', 400],
  ])('with the state %s have the status %s', async (state, status) => {
    expect(await raise(state, 'raised')).toMatchObject({ status })
  })

  test.each([
    [{ status: 418, headers: { 'x-pot': 'tea' } }, 418],
    [{ status: 204 }, 204],
    [{ status: 42 }, 500],
    [{ status: 1_000 }, 500],
    [{ status: 200.5 }, 500],
    [{ status: 400, headers: { 'bad name': 'x' } }, 500],
    [{ status: 400, headers: { name: 'line\nend' } }, 500],
    [{ status: 400, headers: ['x'] }, 500],
    [{}, 500],
  ])('with the detail %j have the status %s', async (detail, status) => {
    const message = JSON.stringify({ code: 'X', message: 'raised' })
    expect(await raise('PGRST', message, JSON.stringify(detail))).toMatchObject({ status })
  })
})
