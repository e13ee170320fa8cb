import type { Pool } from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Ask, openShop } from '../testing/shop.ts'

const script = `
create type shop.point as (x integer, y integer);
create domain shop.place as shop.point;
create domain shop.customer as shop.customers;
create function shop.origin() returns shop.point stable language sql as $$ select row(1, 2)::shop.point $$;
create function shop.corner() returns shop.place stable language sql as $$ select row(3, 4)::shop.place $$;
create function shop.path() returns setof shop.point stable language sql as
  $$ select n, n * n from generate_series(1, 3) as n $$;
create function shop.first_customer() returns shop.customer stable language sql as
  $$ select row(c.*)::shop.customer from shop.customers as c where c.id = 1 $$;

create function shop.label(word character, flags bit, short "char", words character[]) returns text
  immutable language sql as $$ select word || ' ' || flags::text || ' ' || short::text || ' ' || words::text $$;
create function shop.add(a integer, b integer default 10) returns integer immutable language sql as $$ select a + b $$;
create function shop.nothing_asked() returns text immutable language sql as $$ select 'called' $$;
create function shop.either(json) returns text immutable language sql as $$ select 'json' $$;
create function shop.either(jsonb) returns text immutable language sql as $$ select 'jsonb' $$;
create function shop.reflect(json) returns json immutable language sql as $$ select $1 $$;

create table shop.notes (id integer generated always as identity primary key, text text);
create function shop.note(amount integer) returns setof shop.notes volatile language sql as
  $$ insert into shop.notes (text) select 'n' || n from generate_series(1, amount) as n returning * $$;
create function shop.note_texts(amount integer) returns setof text volatile language sql as
  $$ insert into shop.notes (text) select 'n' || n from generate_series(1, amount) as n returning text $$;
create function shop.length_of(shop.notes) returns integer stable language sql as $$ select length($1.text) $$;
create function shop.texts() returns setof text stable language sql as
  $$ select 't' || n from generate_series(1, 5) as n $$;
`

const object = { accept: 'application/vnd.pgrst.object+json' }
const counted = { prefer: 'count=exact' }
let pool: Pool
let ask: Ask

const stored = async () => (await pool.query('select 1 from shop.notes')).rowCount

beforeAll(async () => {
  const shop = await openShop()
  pool = shop.pool
  await pool.query(script)
  ask = await shop.open<undefined>({ transactionEnd: true }, undefined)
})
beforeEach(() => pool.query('truncate shop.notes restart identity'))

describe('a call whose answer is an error writes nothing', () => {
  test.each([
    ['406: several rows for one object', '/rpc/note', object, 406],
    ['406: values that are no object', '/rpc/note_texts', object, 406],
    ['406: a media type that it does not have', '/rpc/note', { accept: 'text/plain' }, 406],
    ['416: a page behind the last row', '/rpc/note?offset=4', counted, 416],
    ['416: a page behind the last value', '/rpc/note_texts?offset=4', counted, 416],
  ])('%s', async (_what, path, headers, status) => {
    const answer = await ask(`POST ${path}`, { body: { amount: 3 }, headers })
    expect(answer.status).toBe(status)
    expect(await stored()).toBe(0)
  })

  test('and one object of one row is written', async () => {
    const answer = await ask('POST /rpc/note', { body: { amount: 1 }, headers: object })
    expect(answer).toMatchObject({ status: 200, body: { id: 1, text: 'n1' } })
    expect(await stored()).toBe(1)
  })
})

describe('a posted call counts what it returned before the page was cut', () => {
  test.each([
    ['rows', '/rpc/note?limit=2&select=id', [{ id: 1 }, { id: 2 }], '0-1/5'],
    ['rows of the second page', '/rpc/note?limit=2&offset=2&select=id', [{ id: 3 }, { id: 4 }], '2-3/5'],
    ['rows that a filter keeps', '/rpc/note?limit=1&id=gt.3&select=id', [{ id: 4 }], '0-0/2'],
    ['with a computed column', '/rpc/note?limit=1&select=id,length_of', [{ id: 1, length_of: 2 }], '0-0/5'],
    ['values', '/rpc/note_texts?limit=2&offset=2', ['n3', 'n4'], '2-3/5'],
  ])('%s', async (_what, path, body, range) => {
    const answer = await ask(`POST ${path}`, { body: { amount: 5 }, headers: counted })
    expect(answer).toMatchObject({ status: 206, body })
    expect(answer.headers.get('content-range')).toBe(range)
    expect(await stored()).toBe(5)
  })

  test('values that are read are counted too', async () => {
    const answer = await ask('GET /rpc/texts?limit=2&offset=2', { headers: counted })
    expect(answer).toMatchObject({ status: 206, body: ['t3', 't4'] })
    expect(answer.headers.get('content-range')).toBe('2-3/5')
  })
})

describe('a composite type comes with its fields', () => {
  test.each([
    ['one', '/rpc/origin', { x: 1, y: 2 }],
    ['some of them', '/rpc/origin?select=y', { y: 2 }],
    ['of a domain', '/rpc/corner', { x: 3, y: 4 }],
    [
      'a set, filtered and ordered',
      '/rpc/path?x=gt.1&order=y.desc',
      [
        { x: 3, y: 9 },
        { x: 2, y: 4 },
      ],
    ],
    [
      'a domain of a table, with embeds',
      '/rpc/first_customer?select=name,orders(id)',
      { name: 'Ada', orders: [{ id: 1 }, { id: 2 }] },
    ],
  ])('%s', async (_what, path, body) => {
    expect(await ask(`GET ${path}`)).toMatchObject({ status: 200, body })
  })
})

describe('arguments', () => {
  const long = { word: 'whole', flags: '1011', short: 'c', words: ['several', 'letters'] }
  const whole = 'whole 1011 c {several,letters}'

  test('of types that hold one character by default are not cut', async () => {
    expect(await ask('POST /rpc/label', { body: long })).toMatchObject({ status: 200, body: whole })
    const query = 'word=whole&flags=1011&short=c&words={several,letters}'
    expect(await ask(`GET /rpc/label?${query}`)).toMatchObject({ status: 200, body: whole })
  })

  test.each([
    ['columns name what is read from the body', '/rpc/add?columns=a,b', { a: 1, b: 2, other: 3 }, 3],
    ['columns leave the others to their defaults', '/rpc/add?columns=a', { a: 1, b: 2 }, 11],
    [
      'the first object of an array counts',
      '/rpc/add',
      [
        { a: 1, b: 2 },
        { a: 5, b: 6 },
      ],
      3,
    ],
    ['an empty array gives none', '/rpc/nothing_asked', [], 'called'],
    [
      'one unnamed parameter takes an array whole',
      '/rpc/reflect',
      [{ a: 1 }, { b: 2 }],
      [{ a: 1 }, { b: 2 }],
    ],
    ['one unnamed parameter takes an object whole', '/rpc/reflect', { a: 1 }, { a: 1 }],
  ])('%s', async (_what, path, body, result) => {
    expect(await ask(`POST ${path}`, { body })).toMatchObject({ status: 200, body: result })
  })

  test('that json and jsonb could take are ambiguous', async () => {
    expect(await ask('POST /rpc/either', { body: { a: 1 } })).toMatchObject({
      status: 300,
      body: {
        code: 'PGRST203',
        message:
          'Could not choose the best candidate function between: shop.either( => json), shop.either( => jsonb)',
      },
    })
  })
})
