import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ask, openShop, type Shop } from '../testing/shop.ts'
import { AnswerTooLarge, limitAnswers } from './answer-bytes.ts'

const MIB = 1_048_576
let shop: Shop
let ask: Ask
let narrow: Ask & { reload(): Promise<void> }

beforeAll(async () => {
  shop = await openShop()
  // A note that PostgreSQL stores in a few kilobytes.
  await shop.pool.query(`insert into shop.customers values (10, 'Long', repeat('x', ${MIB}))`)
  await shop.pool.query(
    `insert into shop.orders (id, customer_id, note) values (10, 10, repeat('y', ${MIB}))`,
  )
  ask = await shop.open({ limits: { answerBytes: 16 * MIB }, aggregates: true }, undefined)
  narrow = await shop.open({ limits: { answerBytes: 10_000, estimatedRows: 1_000 } }, undefined)
})

const tooLarge = { status: 413, body: { code: '54000', message: 'The answer is larger than 16777216 bytes' } }
const aliases = (count: number, field: string) =>
  Array.from({ length: count }, (_, index) => `a${index}:${field}`).join(',')

describe('an answer that is too large', () => {
  test('is one column, selected often', async () => {
    expect(await ask(`GET /customers?id=eq.10&select=${aliases(15, 'secret')}`)).toMatchObject({
      status: 200,
    })
    expect(await ask(`GET /customers?id=eq.10&select=${aliases(20, 'secret')}`)).toMatchObject(tooLarge)
    expect(await ask(`GET /customers?id=eq.10&select=${aliases(620, 'secret')}`)).toMatchObject({
      status: 400,
      body: { message: 'customers.secret is selected more than 32 times' },
    })
  })

  test.each([
    ['steps into JSON', aliases(20, 'secret->>a').replaceAll('->>a', '::json')],
    ['casts', aliases(20, 'secret::text')],
    ['two columns of each embed', `o:orders(${aliases(9, 'note')}),p:orders(${aliases(9, 'note')})`],
    ['embeds by alias', Array.from({ length: 18 }, (_, index) => `e${index}:orders(note)`).join(',')],
  ])('is put together from %s', async (_what, select) => {
    const answer = await ask(`GET /customers?id=eq.10&select=${select}`)
    expect(answer.status === 400 ? answer.body : answer).toMatchObject(
      answer.status === 400 ? { code: '22P02' } : tooLarge,
    )
  })

  test.each([
    'text/csv',
    'application/vnd.pgrst.object+json',
    'application/vnd.pgrst.array+json;nulls=stripped',
  ])('in any format: %s', async (accept) => {
    expect(
      await ask(`GET /customers?id=eq.10&select=${aliases(20, 'secret')}`, { headers: { accept } }),
    ).toMatchObject({ status: 413 })
  })

  test('is that of a function, or of a write, which is then undone', async () => {
    expect(await ask(`GET /rpc/find?term=Long&select=${aliases(20, 'secret')}`)).toMatchObject(tooLarge)
    expect(
      await ask(`PATCH /customers?id=eq.10&select=${aliases(20, 'secret')}`, {
        body: { name: 'Longer' },
        headers: { prefer: 'return=representation' },
      }),
    ).toMatchObject(tooLarge)
    expect(await ask('GET /customers?id=eq.10&select=name')).toMatchObject({ body: [{ name: 'Long' }] })
  })

  test('stops the database before it reads all rows', async () => {
    await shop.pool.query(
      `insert into shop.parts select '2024-01-01', id, repeat('p', 900) from generate_series(1, 1000) as id`,
    )
    expect(await narrow('GET /parts?limit=5&select=note')).toMatchObject({ status: 200 })
    // The division by zero of the last row is never reached.
    const last =
      'create function shop.last(shop.parts) returns integer stable language sql as $$ select 1 / (1000 - $1.id) $$'
    await shop.pool.query(last)
    await narrow.reload()
    expect(await narrow('GET /parts?select=note,last&order=id.desc')).toMatchObject({ status: 400 })
    expect(await narrow('GET /parts?select=note,last')).toMatchObject({ status: 413 })
  })
})

describe('relations of a request', () => {
  const embeds = (count: number) =>
    Array.from({ length: count }, (_, index) => `e${index}:orders(id)`).join(',')

  test('are at most 24, its own one among them', async () => {
    expect(await ask(`GET /customers?id=eq.1&select=id,${embeds(23)}`)).toMatchObject({ status: 200 })
    const refusal = { status: 400, body: { message: 'The request reads more than 24 relations' } }
    expect(await ask(`GET /customers?id=eq.1&select=id,${embeds(24)}`)).toMatchObject(refusal)
    const bush = (depth: number): string =>
      depth === 0
        ? 'id'
        : `id,a${depth}:orders(id,b${depth}:customers(${bush(depth - 1)}),c${depth}:customers(id))`
    expect(await ask(`GET /customers?select=${bush(4)}`)).toMatchObject({ status: 200 })
    expect(await ask(`GET /customers?select=${bush(4)},${embeds(12)}`)).toMatchObject(refusal)
  })

  test('that multiply are refused before they run', async () => {
    await shop.pool.query(
      `insert into shop.orders (id, customer_id) select id, 1 from generate_series(1000, 1999) as id; analyze shop.orders`,
    )
    const chain = 'customer_id,c:customers(id,o:orders(id,c:customers(id,o:orders(id))))'
    expect(await narrow(`GET /orders?select=${chain}`)).toMatchObject({
      status: 413,
      body: { message: /^The request would read about \d+ rows, more than 1000$/ },
    })
    expect(await narrow(`GET /orders?id=eq.1&select=id,c:customers(id)`)).toMatchObject({ status: 200 })
    // With any number of rows, the size of the answer bounds them.
    const four = Array.from(
      { length: 4 },
      (_, index) => `e${index}:orders(*,customers(*,orders(*,customers(*))))`,
    )
    expect(await ask(`GET /customers?select=${four.join(',')}`)).toMatchObject({ status: 413 })
    const bush = Array.from(
      { length: 300 },
      (_, index) => `e${index}:orders(*,c${index}:customers(*,orders(*)))`,
    )
    expect(await ask(`GET /customers?select=${bush.join(',')}`)).toMatchObject({ status: 400 })
    await shop.pool.query('delete from shop.orders where id >= 1000')
  })
})

describe('a statement of a pool that answers too much', () => {
  test('fails alone: others go on, and the process lives', async () => {
    const pool = new Pool({ ...shop.connection, max: 2 })
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    afterAll(() => pool.end())
    limitAnswers(pool, MIB)
    await expect(pool.query(`select repeat('x', 40000000)`)).rejects.toBeInstanceOf(AnswerTooLarge)
    await expect(pool.query(`select repeat('x', 1000) from generate_series(1, 2000)`)).rejects.toBeInstanceOf(
      AnswerTooLarge,
    )
    for (let time = 0; time < 3; time += 1)
      expect(
        (await pool.query(`select length(repeat('x', 600000)) as n, repeat('x', 600000)`)).rowCount,
      ).toBe(1)
  })
})
