import { beforeAll, describe, expect, test } from 'vitest'
import { createDataService } from './index.ts'
import { openShop, type Shop } from '../testing/shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

describe('reload', () => {
  test('shows what is new, and forgets what is gone', async () => {
    const ask = await shop.open({}, undefined)
    expect(await ask('GET /late')).toMatchObject({ status: 404, body: { code: '42P01' } })
    await shop.pool.query('create table shop.late (id integer)')
    expect(await ask('GET /late')).toMatchObject({ status: 404 })
    await ask.reload()
    expect(await ask('GET /late')).toMatchObject({ status: 200, body: [] })
    await shop.pool.query('drop table shop.late')
    await ask.reload()
    expect(await ask('GET /late')).toMatchObject({ status: 404 })
  })

  test('keeps the former catalog when it fails', async () => {
    const service = createDataService({ connection: shop.connection, schemas: ['shop'] })
    await service.reload()
    const before = service.catalog()
    await service.close()
    await expect(service.reload()).rejects.toThrow('pool')
    expect(service.catalog()).toBe(before)
  })

  /** Definitions of a view that change its columns' types, places and number; `id` and `note` stay. */
  const definitions = [
    'select id, note, total from shop.orders',
    'select id, note::varchar(50) as note, total::text as total, placed from shop.orders',
    'select placed, total, id::bigint as id, note from shop.orders',
    'select o.id, o.note, c.name from shop.orders o left join shop.customers c on c.id = o.customer_id',
  ]

  test('while requests run lets none of them fail', async () => {
    await shop.pool.query(`create view shop.changing as ${definitions[0]}`)
    const ask = await shop.open({}, undefined)
    const requests = [
      'GET /changing?select=id,note&id=eq.1',
      'GET /changing?select=id,note&note=eq.x',
      'GET /changing?select=id&order=note,id&limit=2',
      'GET /changing?id=in.(1,2)&select=id,note',
    ]
    const over = new AbortController()
    let answered = 0
    const failures: unknown[] = []
    const read = async (request: string) => {
      while (!over.signal.aborted) {
        const { status, body } = await ask(request)
        answered += 1
        if (status !== 200) failures.push(body)
      }
    }
    const readers = requests.map(read)
    for (let round = 0; round < 24; round += 1) {
      // One transaction: there is never no view.
      await shop.pool.query(
        `begin; drop view shop.changing; create view shop.changing as ${definitions[round % definitions.length]}; commit`,
      )
      await ask.reload()
    }
    over.abort()
    await Promise.all(readers)
    expect(failures).toEqual([])
    expect(answered).toBeGreaterThan(100)
  })

  test('a statement that was prepared for other types is asked again', async () => {
    await shop.pool.query(
      'create table shop.typed (id integer, value integer); insert into shop.typed values (1, 1)',
    )
    const ask = await shop.open({ connections: 1 }, undefined)
    const request = 'GET /typed?select=id&value=eq.1'
    for (let time = 0; time < 5; time += 1) expect(await ask(request)).toMatchObject({ body: [{ id: 1 }] })
    for (const type of ['text', 'numeric', 'bigint']) {
      await shop.pool.query(`alter table shop.typed alter value type ${type} using value::${type}`)
      for (let time = 0; time < 5; time += 1)
        expect(await ask(request)).toMatchObject({ status: 200, body: [{ id: 1 }] })
    }
  })
})
