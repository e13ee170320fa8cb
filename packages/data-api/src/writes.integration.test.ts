import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DataError, type Write } from './index.ts'
import { type Ask, openShop, type Shop, shopScript } from '../testing/shop.ts'

let shop: Shop
let ask: Ask

beforeAll(async () => {
  shop = await openShop()
  ask = await shop.open({ transactionEnd: true }, undefined)
})

beforeEach(async () => {
  await shop.pool.query(
    `truncate shop.customers, shop.orders, shop.products, shop.orders_products, shop.parts;
     ${shopScript.slice(shopScript.indexOf('insert into shop.customers'))}`,
  )
})

const representation = { headers: { prefer: 'return=representation' } }
const names = async () =>
  (await shop.pool.query<{ name: string }>('select name from shop.customers order by id')).rows.map(
    ({ name }) => name,
  )

describe('bodies', () => {
  test.each([
    ['no JSON', '{"id": 4,', 'Empty or invalid json'],
    ['nothing', '', 'Empty or invalid json'],
    ['a number', '4', 'All object keys must match'],
    ['null', 'null', 'All object keys must match'],
    ['an array in an array', '[[{"id": 4, "name": "x"}]]', 'All object keys must match'],
    ['arrays and objects mixed', '[{"id": 4, "name": "x"}, [], 5]', 'All object keys must match'],
    ['objects with other keys', '[{"id": 4, "name": "x"}, {"id": 5}]', 'All object keys must match'],
    ['a null character', '{"id": 4, "name": "\0"}', 'The body contains a null character'],
  ])('of %s write nothing', async (_what, text, message) => {
    expect(await ask('POST /customers', { text })).toMatchObject({
      status: 400,
      body: { code: 'PGRST102', message },
    })
    expect(await names()).toEqual(['Ada', 'Bo', 'Cy'])
  })

  test.each([
    ['a field', 'application/json', String.raw`{"id": 4, "name": "a\u0000"}`, 'name', 'a null character'],
    ['half', 'application/json', String.raw`{"id": 4, "name": "\ud800"}`, 'name', 'half of a character'],
    [
      'a row of several',
      'application/json',
      String.raw`[{"id": 4, "name": "Di"}, {"id": 5, "name": "\u0000"}]`,
      '1.name',
      'a null character',
    ],
    [
      'a value within',
      'application/json',
      String.raw`{"id": 4, "name": {"first": ["\u0000"]}}`,
      'name.first.0',
      'a null character',
    ],
    [
      'a key within',
      'application/json',
      String.raw`{"id": 4, "name": {"\u0000": 1}}`,
      'name',
      'a null character',
    ],
    ['a form', 'application/x-www-form-urlencoded', 'id=4&name=a%00', 'name', 'a null character'],
  ])(
    'with text in %s that cannot be stored are refused, and name it',
    async (_where, type, text, path, flaw) => {
      const message = `This text holds ${flaw}, which cannot be stored`
      expect(await ask('POST /customers', { text, headers: { 'content-type': type } })).toMatchObject({
        status: 400,
        body: { code: 'PGRST102', message: `${path}: ${message}`, details: [{ path, message }] },
      })
      expect(await names()).toHaveLength(3)
    },
  )

  test('that are nested deeper than the limit are refused, and no others', async () => {
    const nested = (depth: number) => `{"id": 4, "name": ${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
    for (const depth of [65, 20_000])
      expect(await ask('POST /customers', { text: nested(depth) })).toMatchObject({
        status: 400,
        body: { code: 'PGRST102', message: 'name: The JSON is nested deeper than 64 levels' },
      })
    expect(await names()).toHaveLength(3)
    expect(await ask('POST /customers', { text: nested(64) })).toMatchObject({ status: 201 })
  })

  test('with a number that JSON cannot give back are refused, and name it', async () => {
    const message = 'This number is too large to be stored'
    expect(await ask('POST /customers', { text: '{"id": 5, "name": [1, -1e400]}' })).toMatchObject({
      status: 400,
      body: { code: 'PGRST102', message: `name.1: ${message}`, details: [{ path: 'name.1', message }] },
    })
  })

  test('of another kind are refused', async () => {
    for (const type of ['constructor', 'toString', 'image/png'])
      expect(await ask('POST /customers', { text: '{}', headers: { 'content-type': type } })).toMatchObject({
        status: 400,
        body: { code: 'PGRST102', message: `Content-Type not acceptable: ${type.toLowerCase()}` },
      })
  })

  test('that name a column twice write it once', async () => {
    expect(await ask('PATCH /customers?id=eq.1&columns=name,name', { body: { name: 'Eve' } })).toMatchObject({
      status: 204,
    })
    expect(
      await ask('POST /customers', { text: 'id,id,name\n7,8,Fay', headers: { 'content-type': 'text/csv' } }),
    ).toMatchObject({ status: 201 })
    expect(await names()).toEqual(['Eve', 'Bo', 'Cy', 'Fay'])
  })
})

describe('a write that fails', () => {
  test('halfway writes nothing', async () => {
    const rows = [
      { id: 4, name: 'Di' },
      { id: 1, name: 'taken' },
    ]
    expect(await ask('POST /customers', { body: rows })).toMatchObject({
      status: 409,
      body: { code: '23505' },
    })
    expect(await ask('PATCH /orders?id=gte.1', { body: { total: -1 } })).toMatchObject({
      status: 400,
      body: { code: '23514' },
    })
    expect(await ask('DELETE /customers')).toMatchObject({ status: 409, body: { code: '23503' } })
    expect(await names()).toEqual(['Ada', 'Bo', 'Cy'])
    expect((await shop.pool.query('select 1 from shop.orders where total < 0')).rowCount).toBe(0)
  })

  test('because it affects more than it may is undone', async () => {
    const headers = { prefer: 'handling=strict, max-affected=2' }
    for (const request of ['PATCH /customers', 'PATCH /customers?id=gte.1'])
      expect(await ask(request, { body: { name: 'all' }, headers })).toMatchObject({
        status: 400,
        body: { code: 'PGRST124', details: 'The query affects 3 rows' },
      })
    expect(await ask('PATCH /customers?id=lte.2', { body: { name: 'two' }, headers })).toMatchObject({
      status: 204,
    })
    expect(await names()).toEqual(['two', 'two', 'Cy'])
  })

  test('because one object was asked for is undone', async () => {
    const headers = { accept: 'application/vnd.pgrst.object+json', prefer: 'return=representation' }
    expect(await ask('PATCH /customers', { body: { name: 'all' }, headers })).toMatchObject({ status: 406 })
    expect(await names()).toEqual(['Ada', 'Bo', 'Cy'])
  })

  test('because its answer fails is undone', async () => {
    expect(
      await ask('PATCH /customers?select=name::integer', { body: { secret: 'x' }, ...representation }),
    ).toMatchObject({ status: 400, body: { code: '22P02' } })
    expect((await shop.pool.query(`select 1 from shop.customers where secret = 'x'`)).rowCount).toBe(0)
  })

  test('by the wish of the client is undone', async () => {
    const headers = { prefer: 'tx=rollback, return=representation' }
    expect(await ask('DELETE /orders?customer_id=is.null', { headers })).toMatchObject({
      status: 200,
      body: [{ id: 4 }],
    })
    expect((await shop.pool.query('select 1 from shop.orders')).rowCount).toBe(4)
  })
})

describe('views that cannot be written', () => {
  test.each(['POST', 'PATCH', 'DELETE', 'PUT'])('refuse %s', async (method) => {
    const query = method === 'PUT' ? '?customer_id=eq.1' : ''
    const answer = await ask(
      `${method} /spenders${query}`,
      method === 'DELETE' ? {} : { body: { customer_id: 1 } },
    )
    expect(answer).toMatchObject({ body: { code: '55000' } })
  })
})

describe('rows in an order', () => {
  test('are limited by it, also by computed columns, JSON and nulls', async () => {
    expect(
      await ask('PATCH /orders?order=total.desc.nullsfirst,id&limit=1&select=id', {
        body: { note: 'first' },
        ...representation,
      }),
    ).toMatchObject({ status: 200, body: [{ id: 3 }] })
    expect(
      await ask('PATCH /customers?order=initial.desc&limit=1&select=id', {
        body: { secret: 'last' },
        ...representation,
      }),
    ).toMatchObject({ status: 200, body: [{ id: 3 }] })
    expect(await ask('DELETE /orders?order=customers(name)&limit=1')).toMatchObject({
      status: 400,
      body: { code: 'PGRST108' },
    })
  })
})

test('partitioned tables take upserts', async () => {
  const upsert = { headers: { prefer: 'resolution=merge-duplicates, return=representation' } }
  const row = { day: '2024-05-05', id: 1, note: 'a' }
  expect(await ask('POST /parts', { body: row, ...upsert })).toMatchObject({ status: 201, body: [row] })
  expect(await ask('POST /parts', { body: { ...row, note: 'b' }, ...upsert })).toMatchObject({
    status: 200,
    body: [{ note: 'b' }],
  })
  expect(
    await ask('PUT /parts?day=eq.2024-05-05&id=eq.1', { body: { ...row, note: 'c' }, ...upsert }),
  ).toMatchObject({ status: 200, body: [{ note: 'c' }] })
})

describe('an owner of writes', () => {
  let owned: Ask
  let seen: Omit<Write<string>, 'client'>[] = []

  /** Writes what it is told, and refuses what is called forbidden, after it wrote it. */
  async function write({ client, ...given }: Write<string>): Promise<readonly (readonly string[])[]> {
    seen.push(given)
    const { action, rows, keys } = given
    if (action === 'insert') {
      for (const { id, name } of rows)
        await client.query('insert into shop.customers (id, name, secret) values ($1, $2, $3)', [
          id,
          name,
          'by the owner',
        ])
      if (rows.some(({ name }) => name === 'forbidden'))
        throw new DataError(422, 'OWNER', 'That name is forbidden')
      return rows.map(({ id }) => [String(id)])
    }
    for (const [id] of keys)
      await (action === 'delete'
        ? client.query('delete from shop.customers where id = $1', [id])
        : client.query('update shop.customers set name = $2 where id = $1', [id, rows[0]?.['name']]))
    if (rows[0]?.['name'] === 'forbidden') throw new DataError(422, 'OWNER', 'That name is forbidden')
    return keys
  }

  beforeAll(async () => {
    owned = await shop.open<string>(
      {
        transactionEnd: true,
        writer: ({ name }) => (name === 'customers' ? write : undefined),
        authorize: ({ name, columns }) =>
          name === 'orders' || columns.includes('secret') ? { message: `no ${name}` } : undefined,
      },
      'Ann',
    )
  })
  beforeEach(() => {
    seen = []
  })

  test('inserts, in the order of the body', async () => {
    const body = [
      { id: 9, name: 'Nine' },
      { id: 8, name: 'Eight' },
    ]
    expect(await owned('POST /customers?select=id,name', { body, ...representation })).toMatchObject({
      status: 201,
      body,
    })
    expect(seen).toMatchObject([
      { actor: 'Ann', action: 'insert', rows: body, keys: [], conflict: undefined },
    ])
    expect(await names()).toEqual(['Ada', 'Bo', 'Cy', 'Eight', 'Nine'])
  })

  test('is told what to do with rows that are there', async () => {
    await owned('POST /customers', {
      body: { id: 9, name: 'Nine' },
      headers: { prefer: 'resolution=merge-duplicates' },
    })
    expect(seen).toMatchObject([{ conflict: { columns: ['id'], resolution: 'merge-duplicates' } }])
  })

  test('hears of keys that the filters name and no row has', async () => {
    for (const [filters, missing] of [
      ['id=eq.77', ['77']],
      ['id=in.(1,78,79)&name=neq.Nobody', ['78', '79']],
    ] as const) {
      seen = []
      await owned(`PATCH /customers?${filters}`, { body: { name: 'New' } })
      expect(seen).toMatchObject([{ action: 'update', missing }])
    }
    seen = []
    for (const filters of ['id=gt.77', 'id=not.eq.77', 'name=eq.77', 'or=(id.eq.77,id.eq.78)'])
      expect((await owned(`DELETE /customers?${filters}&name=eq.Nobody`)).status).toBe(204)
    expect(seen).toEqual([])
  })

  test('changes and removes the rows that the filters match, in the order of their keys', async () => {
    expect(
      await owned('PATCH /customers?name=in.(Cy,Bo)&select=id,name', {
        body: { name: 'New' },
        ...representation,
      }),
    ).toMatchObject({
      status: 200,
      body: [
        { id: 2, name: 'New' },
        { id: 3, name: 'New' },
      ],
    })
    expect(await owned('DELETE /customers?id=eq.3&select=id,name', representation)).toMatchObject({
      status: 200,
      body: [{ id: 3, name: 'New' }],
    })
    expect(seen).toMatchObject([
      { action: 'update', keys: [['2'], ['3']], rows: [{ name: 'New' }] },
      { action: 'delete', keys: [['3']], rows: [] },
    ])
    expect(await names()).toEqual(['Ada', 'New'])
  })

  test('is given no more rows than the limit', async () => {
    await owned('PATCH /customers?order=id.desc&limit=1', { body: { name: 'One' } })
    expect(seen).toMatchObject([{ keys: [['3']] }])
    expect(await names()).toEqual(['Ada', 'Bo', 'One'])
  })

  test('is not asked about no rows', async () => {
    expect(
      await owned('PATCH /customers?name=eq.Nobody&select=id', { body: { name: 'x' }, ...representation }),
    ).toMatchObject({ status: 200, body: [] })
    expect(await owned('POST /customers?select=id', { body: [], ...representation })).toMatchObject({
      status: 201,
      body: [],
    })
    expect(seen).toEqual([])
  })

  test.each([
    [
      'POST /customers',
      [
        { id: 7, name: 'Seven' },
        { id: 8, name: 'forbidden' },
      ],
    ],
    ['PATCH /customers?id=gte.1', { name: 'forbidden' }],
  ])('refuses %s, and all is undone', async (request, body) => {
    expect(await owned(request, { body })).toMatchObject({
      status: 422,
      body: { code: 'OWNER', message: 'That name is forbidden' },
    })
    expect(await names()).toEqual(['Ada', 'Bo', 'Cy'])
  })

  test('writes in the transaction of the request, which may be undone', async () => {
    const headers = { prefer: 'tx=rollback, return=representation' }
    expect(
      await owned('PATCH /customers?id=eq.1&select=name', { body: { name: 'x' }, headers }),
    ).toMatchObject({ body: [{ name: 'x' }] })
    expect(
      await owned('PATCH /customers', {
        body: { name: 'x' },
        headers: { prefer: 'handling=strict, max-affected=1' },
      }),
    ).toMatchObject({ status: 400, body: { code: 'PGRST124' } })
    expect(await names()).toEqual(['Ada', 'Bo', 'Cy'])
  })

  test('makes with PUT the row that the address names, and no other', async () => {
    expect(await owned('PUT /customers?id=eq.9', { body: { id: 8, name: 'Eight' } })).toMatchObject({
      status: 400,
      body: { code: 'PGRST115' },
    })
    expect(await names()).toEqual(['Ada', 'Bo', 'Cy'])
    expect(await owned('PUT /customers?id=eq.9', { body: { id: 9, name: 'Nine' } })).toMatchObject({
      status: 201,
    })
  })

  test('is asked only after all that the answer shows was allowed', async () => {
    for (const request of [
      'PATCH /customers?select=id,orders(id)',
      'PATCH /customers?select=secret',
      'PATCH /customers?secret=eq.a&select=id',
    ])
      for (const body of [{}, { name: 'x' }])
        expect(await owned(request, { body, ...representation })).toMatchObject({ status: 403 })
    expect(seen).toEqual([])
  })

  test('takes many rows at once', async () => {
    const body = Array.from({ length: 1_000 }, (_, number) => ({ id: 1_000 + number, name: `n${number}` }))
    const answer = await owned('POST /customers?select=id,name', { body, ...representation })
    expect(answer).toMatchObject({ status: 201, body })
  })
})
