import type { Pool } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Ask, openShop } from '../testing/shop.ts'

const script = `
create table shop.people (id integer primary key, name text);
create table shop.sender (id integer primary key, city text);
create table shop.letters (
  id integer primary key, sender integer references shop.people, sender_city integer references shop.sender
);
create view shop.persons as select id, name from shop.people;
insert into shop.people values (1, 'Ada');
insert into shop.letters values (1, 1, null);

create table shop.sales (
  day date, id integer, customer_id integer references shop.customers, primary key (day, id)
) partition by range (day);
create table shop.sales_2024 partition of shop.sales for values from ('2024-01-01') to ('2025-01-01');
insert into shop.sales values ('2024-02-01', 1, 1);

create table shop.pages (
  id integer primary key, next_id integer references shop.pages deferrable initially deferred
);
create function shop.add_page(id integer, next_id integer) returns shop.pages volatile language sql as
  $$ insert into shop.pages values ($1, $2) returning * $$;
create table shop.many as select n as id, 'row ' || n as name from generate_series(1, 30) as n;
create table shop.optional (note text, "limit" integer, "a/b" integer);
create function shop.optionally(note text default null) returns text stable language sql as $$ select note $$;
create function shop.whole(json) returns json stable language sql as $$ select $1 $$;
create table shop.grown with (autovacuum_enabled = false) as select n as id from generate_series(1, 30) as n;
analyze;
delete from shop.grown where id > 15;
`

let pool: Pool
let ask: Ask
let bounded: Ask

beforeAll(async () => {
  const shop = await openShop()
  pool = shop.pool
  await pool.query(script)
  ask = await shop.open<undefined>({ transactionEnd: true, aggregates: true }, undefined)
  bounded = await shop.open<undefined>({ limits: { maximumRows: 10 } }, undefined)
})

describe('select', () => {
  test('that is empty selects all columns', async () => {
    const all = (await ask('GET /customers?order=id')).body
    expect((await ask('GET /customers?select=&order=id')).body).toEqual(all)
  })

  test.each([
    ['rows', '/customers?select=count', [{ count: 3 }]],
    ['with an alias and a cast', '/customers?select=n:count::text', [{ n: '3' }]],
    [
      'rows of each group',
      '/orders?select=customer_id,count&customer_id=eq.1',
      [{ customer_id: 1, count: 2 }],
    ],
    [
      'rows of an embed',
      '/customers?select=name,orders(count)&id=eq.1',
      [{ name: 'Ada', orders: [{ count: 2 }] }],
    ],
    ['what a function returns', '/rpc/find?term=Ada&select=count', [{ count: 1 }]],
  ])('of count without brackets counts %s', async (_what, path, body) => {
    expect(await ask(`GET ${path}`)).toMatchObject({ status: 200, body })
    // Without aggregates too, as clients that are older than those do.
    expect(await bounded(`GET ${path}`)).toMatchObject({ status: 200, body })
  })

  test('casts to bpchar keep all characters', async () => {
    expect((await ask('GET /customers?select=name::bpchar&id=eq.1')).body).toEqual([{ name: 'Ada' }])
    expect((await ask('GET /customers?select=name::char&id=eq.1')).body).toEqual([{ name: 'A' }])
  })
})

test('a column leads to its table and what has its name, not to views of the table', async () => {
  const { status, body } = await ask('GET /letters?select=id,sender(*)')
  expect(status).toBe(300)
  expect(Object(body).details).toEqual([
    expect.objectContaining({ embedding: 'letters with sender' }),
    expect.objectContaining({ embedding: 'letters with people' }),
  ])
})

describe('partitions', () => {
  test('are read and written', async () => {
    expect((await ask('GET /sales_2024?select=id')).body).toEqual([{ id: 1 }])
    const row = { day: '2024-03-01', id: 2 }
    expect(await ask('POST /sales_2024', { body: row, headers: { prefer: 'tx=rollback' } })).toMatchObject({
      status: 201,
    })
  })

  test('have none of the relationships of their table, and are not described', async () => {
    expect(await ask('GET /sales_2024?select=id,customers(name)')).toMatchObject({
      status: 400,
      body: { code: 'PGRST200' },
    })
    expect((await ask('GET /sales?select=id,customers(name)')).body).toEqual([
      { id: 1, customers: { name: 'Ada' } },
    ])
    const { body } = await ask('GET /')
    expect(Object.keys(Object(body).definitions)).toContain('sales')
    expect(Object.keys(Object(body).definitions)).not.toContain('sales_2024')
  })
})

describe('a transaction that the client wants undone', () => {
  const rollback = { headers: { prefer: 'tx=rollback' } }

  test.each([
    ['write', 'POST /pages'],
    ['call', 'POST /rpc/add_page'],
  ])('fails by its deferred constraints: %s', async (_what, request) => {
    const body = { id: 1, next_id: 99 }
    expect(await ask(request, { body, ...rollback })).toMatchObject({ status: 409, body: { code: '23503' } })
    expect(await ask(request, { body: { id: 1, next_id: 1 }, ...rollback })).toMatchObject({
      status: request.includes('rpc') ? 200 : 201,
    })
    expect((await pool.query('select 1 from shop.pages')).rowCount).toBe(0)
  })
})

describe('headers of a read', () => {
  test.each(['/customers?id=eq.1', '/rpc/find?term=Ada'])(
    'say how its transaction ended: %s',
    async (path) => {
      const { headers } = await ask(`GET ${path}`, { headers: { prefer: 'tx=rollback, count=exact' } })
      expect(headers.get('preference-applied')).toBe('count=exact, tx=rollback')
    },
  )

  test.each([
    ['/customers', '/customers'],
    ['/customers?select=id,name&id=in.(1,2)&order=id', '/customers?id=in.(1%2C2)&order=id&select=id%2Cname'],
    [`/customers?id=in.(${Array.from({ length: 900 }, (_, n) => n).join(',')})`, null],
  ])('say where it is, unless that is too long: %#', async (path, location) => {
    expect((await ask(`GET ${path}`)).headers.get('content-location')).toBe(location)
  })
})

test.each([
  ['is exact up to the most rows of an answer', '/many?id=lte.8&limit=2', '0-1/8'],
  ['is what the planner expects beyond them', '/grown?limit=2', '0-1/30'],
])('an estimated count %s', async (_what, path, range) => {
  const { headers } = await bounded(`GET ${path}`, { headers: { prefer: 'count=estimated' } })
  expect(headers.get('content-range')).toBe(range)
})

describe('the description', () => {
  interface Operation {
    parameters?: { $ref?: string; name?: string; in?: string; schema?: object }[]
  }
  interface Description {
    paths: Record<string, Record<string, Operation>>
    definitions: Record<string, { required?: string[] }>
    parameters: Record<string, { name: string; in: string }>
  }
  const described = async (): Promise<Description> => Object((await ask('GET /')).body)

  test('has no empty list of what is required', async () => {
    const { definitions } = await described()
    expect(definitions['optional']).not.toHaveProperty('required')
    expect(definitions['customers']?.required).toEqual(['id', 'name'])
    expect(JSON.stringify(await described())).not.toContain('"required":[]')
  })

  test('has every parameter once, and every reference leads somewhere', async () => {
    const { paths, parameters } = await described()
    for (const [path, operations] of Object.entries(paths))
      for (const [method, { parameters: listed = [] }] of Object.entries(operations)) {
        const found = listed.map(({ $ref, name, in: place }) => {
          if ($ref === undefined) return `${place} ${name}`
          const key = decodeURIComponent($ref.slice('#/parameters/'.length))
            .replaceAll('~1', '/')
            .replaceAll('~0', '~')
          return `${parameters[key]?.in} ${parameters[key]?.name}`
        })
        expect(new Set(found).size, `${method} ${path}: ${found.join(', ')}`).toBe(found.length)
        expect(found.join(), `${method} ${path}`).not.toContain('undefined')
      }
  })

  test('says that a function takes a whole body', async () => {
    const whole = (await described()).paths['/rpc/whole']
    expect(Object.keys(whole ?? {})).toEqual(['post'])
    expect(whole?.['post']?.parameters).toEqual([
      { name: 'args', in: 'body', required: true, schema: { format: 'json' } },
    ])
  })
})
