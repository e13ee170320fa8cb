import { beforeAll, expect, test } from 'vitest'
import { type Ask, openShop, type Shop } from '../testing/shop.ts'

let shop: Shop
let ask: Ask

beforeAll(async () => {
  shop = await openShop()
  ask = await shop.open({}, undefined)
})

const csvOf = async (path: string) =>
  String((await ask(`GET ${path}`, { headers: { accept: 'text/csv' } })).body)

test('CSV has an apostrophe before what a spreadsheet would run, and other values as they are', async () => {
  const names = ['=1+1', '+a', '-a', '@a', '\tb', '\r=c', '-12.5', '+3e5', 'a=b', "'=x", '= "q", r']
  await shop.pool.query(
    `insert into shop.customers (id, name)
     select 900 + at, name from unnest($1::text[]) with ordinality as given (name, at)`,
    [names],
  )
  expect(await csvOf('/customers?select=name&id=gt.900&order=id')).toBe(
    [
      'name',
      "'=1+1",
      "'+a",
      "'-a",
      "'@a",
      `"'\tb"`,
      `"'\r=c"`,
      '-12.5',
      '+3e5',
      'a=b',
      "'=x",
      `"'= ""q"", r"`,
    ].join('\n'),
  )
})

test('CSV of numbers, dates, booleans, nulls and documents is as PostgREST writes it', async () => {
  await shop.pool.query(
    `create table shop.kinds (id integer primary key, yes boolean, day date, amount numeric, list jsonb, words text[]);
     insert into shop.kinds values (-1, true, '2026-01-02', -0.5, '{"a": [1]}', '{a,"b c"}'), (2, false, null, null, null, null)`,
  )
  const kinds = await shop.open({}, undefined)
  const answer = await kinds('GET /kinds?order=id', { headers: { accept: 'text/csv' } })
  expect(answer.body).toBe(
    'id,yes,day,amount,list,words\n-1,t,2026-01-02,-0.5,"{""a"": [1]}","{a,""b c""}"\n2,f,,,,',
  )
})

test('CSV has a column that is asked for twice once, and an apostrophe before names that look like a formula', async () => {
  expect(await csvOf('/customers?select=a:id,a:id&id=eq.1')).toBe('a\n1')
  expect(await csvOf('/customers?select="=cmd":id&id=eq.1')).toBe("'=cmd\n1")
  expect(await csvOf('/customers?select="＝cmd":id&id=eq.1')).toBe("'＝cmd\n1")
})
