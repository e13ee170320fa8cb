import type { Pool } from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Access } from './index.ts'
import { type Ask, openShop } from '../testing/shop.ts'

let pool: Pool
let ask: Ask
let refused: Ask
let closed: Ask
let seen: string[] = []

/** Such as `select customers(id,name)`, asked of the one who asks. */
function describe({ actor, schema, action, name, columns }: Access<string>): string {
  const place = actor === 'Ann' && schema === 'shop' ? '' : `of ${actor}, ${schema}: `
  return `${place}${action} ${name}(${columns.toSorted().join(',')})`
}

beforeAll(async () => {
  const shop = await openShop()
  pool = shop.pool
  ask = await shop.open<string>(
    {
      tolerances: true,
      aggregates: true,
      defaultOrder: ({ name }) => (name === 'products' ? 'name' : undefined),
      authorize(access) {
        seen.push(describe(access))
        return undefined
      },
    },
    'Ann',
  )
  refused = await shop.open<string>(
    {
      tolerances: true,
      authorize: ({ name, action }) => {
        if (name === 'customers' && action === 'select') return { message: 'no customers', hint: 'Ask Ann.' }
        return name === 'find' ? { status: 401, code: 'X1', message: 'no finding' } : undefined
      },
    },
    'Ann',
  )
  closed = await shop.open<string>({ authorize: () => ({ message: 'closed' }) }, 'Ann')
})

beforeEach(() => {
  seen = []
})

const customersAll = 'select customers(id,name,secret)'

const requests: [what: string, request: string, seen: string[], headers?: Record<string, string>][] = [
  ['columns', 'GET /customers?select=id,name', ['select customers(id,name)']],
  ['all columns', 'GET /customers', [customersAll]],
  ['counted rows', 'GET /customers?select=count()', ['select customers()']],
  ['filters', 'GET /customers?select=id&secret=eq.a', ['select customers(id,secret)']],
  ['filters in logic', 'GET /customers?select=id&or=(id.eq.1,and(secret.eq.a,name.eq.b))', [customersAll]],
  ['paths into columns', 'GET /customers?select=id&secret->>a=eq.1', ['select customers(id,secret)']],
  ['expressions', 'GET /customers?select=id&secret.filter=a*', ['select customers(id,secret)']],
  ['order', 'GET /customers?select=id&order=secret', ['select customers(id,secret)']],
  ['the default order', 'GET /products?select=id', ['select products(id,name)']],
  ['aggregates', 'GET /orders?select=total.sum()', ['select orders(total)']],
  [
    'embeds to one',
    'GET /orders?select=id,customers(name)',
    ['select customers(id,name)', 'select orders(customer_id,id)'],
  ],
  [
    'embeds to many',
    'GET /customers?select=id,orders(note)',
    ['select customers(id)', 'select orders(customer_id,note)'],
  ],
  [
    'empty embeds',
    'GET /customers?select=id,orders!inner()',
    ['select customers(id)', 'select orders(customer_id)'],
  ],
  [
    'spreads',
    'GET /orders?select=id,...customers(secret)',
    ['select customers(id,secret)', 'select orders(customer_id,id)'],
  ],
  [
    'junctions',
    'GET /orders?select=note,products(name)',
    ['select orders(id,note)', 'select orders_products(order_id,product_id)', 'select products(id,name)'],
  ],
  [
    'filters on embeds',
    'GET /orders?select=id,customers(name)&customers.secret=eq.a',
    [customersAll, 'select orders(customer_id,id)'],
  ],
  [
    'orders by embeds',
    'GET /orders?select=id,customers()&order=customers(secret)',
    ['select customers(id,secret)', 'select orders(customer_id,id)'],
  ],
  [
    'tests of embeds',
    'GET /orders?select=id,customers()&customers=is.null',
    ['select customers(id)', 'select orders(customer_id,id)'],
  ],
  [
    'hidden joins',
    'GET /orders?select=id&customers.secret=eq.a',
    ['select customers(id,secret)', 'select orders(customer_id,id)'],
  ],
  ['computed columns', 'GET /customers?select=initial', ['execute initial()', 'select customers()']],
  [
    'computed columns in filters',
    'GET /customers?select=id&initial=eq.A',
    ['execute initial()', 'select customers(id)'],
  ],
  [
    'computed relationships',
    'GET /customers?select=id,latest(note)',
    ['execute latest()', 'select customers(id)', 'select orders(note)'],
  ],
  ['functions', 'GET /rpc/find?term=Ada&select=name', ['execute find()', 'select customers(name)']],
  [
    'what functions return, and their embeds',
    'GET /rpc/find?term=Ada&select=name,orders(id)&secret=eq.a',
    ['execute find()', customersAll, 'select orders(customer_id,id)'],
  ],
  [
    'counts',
    'GET /customers?select=id&secret=eq.a',
    ['select customers(id,secret)'],
    { prefer: 'count=exact' },
  ],
  ['inserts', 'POST /customers', ['insert customers(id,name)']],
  [
    'inserts that answer',
    'POST /customers?select=secret,orders(id)',
    ['insert customers(id,name)', 'select customers(id,secret)', 'select orders(customer_id,id)'],
    { prefer: 'return=representation' },
  ],
  [
    'upserts',
    'POST /customers?on_conflict=id',
    ['insert customers(id,name)', 'select customers(id)', 'update customers(id,name)'],
    { prefer: 'resolution=merge-duplicates' },
  ],
  [
    'puts',
    'PUT /customers?id=eq.50',
    ['insert customers(id,name)', 'select customers(id)', 'update customers(id,name)'],
  ],
  ['updates', 'PATCH /customers?secret=eq.none', ['select customers(secret)', 'update customers(id,name)']],
  ['deletions', 'DELETE /customers?secret=eq.none', ['delete customers()', 'select customers(secret)']],
]

test.each(requests)('%s are seen: %s', async (_what, request, expected, headers = {}) => {
  const writes = /^(POST|PUT|PATCH)/.test(request)
  await pool.query('delete from shop.customers where id = 50')
  const answer = await ask(request, { ...(writes && { body: { id: 50, name: 'Fifty' } }), headers })
  expect(answer.status).toBeLessThan(300)
  // Writes and calls are asked about before their query and body are read, and again with all that they touch.
  const early = writes || /^DELETE|\/rpc\//.test(request) ? seen.splice(0, 1) : []
  for (const first of early)
    expect(first).toMatch(/^(insert|update|delete) customers\(\)$|^execute find\(\)$/)
  expect(seen.toSorted()).toEqual(expected)
})

test.each([
  ['POST /orders', '{"id": '],
  ['PUT /orders?id=eq.1', '[[['],
  ['PATCH /orders?id=eq.1', 'nothing of JSON'],
  ['PATCH /orders?and=(((', '{}'],
  ['DELETE /orders?and=(((', undefined],
  ['POST /rpc/find', '{"term": '],
])('%s is refused before its query and body are read', async (request, text) => {
  expect(await closed(request, text === undefined ? {} : { text })).toMatchObject({
    status: 403,
    body: { message: 'closed' },
  })
})

test.each([
  'GET /customers?select=id',
  'HEAD /customers?select=id',
  'GET /orders?select=id,customers(id)',
  'GET /orders?select=id&customers.id=eq.1',
  'GET /orders?select=id,customers()&order=customers(id)',
  'GET /orders?select=id,customers()&customers=not.is.null',
  'PATCH /customers?secret=eq.a',
  'DELETE /customers?secret=eq.a',
])('a refusal is the answer to %s', async (request) => {
  const answer = await refused(request, request.startsWith('PATCH') ? { body: { name: 'x' } } : {})
  expect(answer.status).toBe(403)
  expect(answer.body).toEqual(
    request.startsWith('HEAD')
      ? ''
      : { code: '42501', message: 'no customers', details: null, hint: 'Ask Ann.' },
  )
})

test('a refusal may have its own status and code', async () => {
  expect(await refused('GET /rpc/find?term=Ada')).toMatchObject({
    status: 401,
    body: { code: 'X1', message: 'no finding' },
  })
})

test('what is refused is not described', async () => {
  const { body } = await refused('GET /')
  expect(body).toMatchObject({ definitions: { orders: {} } })
  expect(Object.keys(Object(body).definitions)).not.toContain('customers')
  expect(Object.keys(Object(body).paths)).not.toContain('/rpc/find')
})
