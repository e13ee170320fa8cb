import { createDataService } from '@binnacle/data-api'
import {
  conditionFilter,
  conditionMatches,
  conditionSql,
  type Field,
  type InRow,
  type InSql,
  parseQuery,
  type TableField,
  validateSearch,
} from '@binnacle/query'
import fc from 'fast-check'
import { Pool, type PoolConfig } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { containing } from '../database/pattern.ts'
import { openTestPool } from '../../testing/database.ts'

interface Row {
  id: number
  name: string | null
  state: string | null
  created_at: string | null
  runs: number | null
  cost: number | null
  labels: Readonly<Record<string, string>> | null
}

type SharedField = TableField & InSql & InRow<Row>

const number = (value: number | null) => (value === null ? null : String(value))
const states = ['up', 'down'] as const

/** One table of fields serves all. */
const fields: readonly SharedField[] = [
  { kind: 'text', name: 'name', help: '', column: 'name', sql: sql`name`, of: ({ name }) => name },
  {
    kind: 'choice',
    name: 'state',
    help: '',
    column: 'state',
    sql: sql`lower(state)`,
    values: states,
    stored: (value) => value.toUpperCase(),
    of: ({ state }) => state?.toLowerCase() ?? null,
  },
  {
    kind: 'time',
    name: 'created',
    help: '',
    column: 'created_at',
    sql: sql`created_at`,
    of: (row) => row.created_at,
  },
  {
    kind: 'number',
    name: 'runs',
    help: '',
    column: 'runs',
    sql: sql`runs`,
    largest: 2_147_483_647,
    of: ({ runs }) => number(runs),
  },
  { kind: 'number', name: 'cost', help: '', column: 'cost', sql: sql`cost`, of: ({ cost }) => number(cost) },
]
/** Fields that are in no row in memory. */
const stored: readonly (Field & TableField & InSql)[] = [
  ...fields,
  { kind: 'map', name: 'labels', help: '', column: 'labels', sql: sql`labels`, keyed: true },
]

// Letters that both ways lower in the same way, and all that means something to a filter, a pattern or an expression.
const pieces = [
  'a',
  'B',
  'é',
  'Ω',
  '名',
  '1',
  ' ',
  ',',
  '(',
  ')',
  '"',
  '\\',
  '%',
  '_',
  '*',
  '.',
  '|',
  '-',
  "'",
  '{',
  '$',
  '^',
  '+',
  '?',
  '[',
  ']',
  ':',
  '&',
  '#',
  '\n',
]
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((parts) => parts.join(''))
const moment = fc.constantFrom('2026-11-22', '2026-11-23T12:00Z', '2026-11-24')
const whole = fc.integer({ min: -3, max: 3 })
const nullable = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 3 })

const rowsOf = fc.array(
  fc.record({
    name: nullable(text),
    state: nullable(fc.constantFrom('UP', 'DOWN')),
    created_at: nullable(
      fc.constantFrom('2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z', '2026-11-23T13:00:00.000Z'),
    ),
    runs: nullable(whole),
    cost: nullable(fc.constantFrom(-1.5, 0, 0.5, 2)),
    labels: nullable(fc.dictionary(fc.constantFrom('team', 'my key', '1', 'a"b'), text, { maxKeys: 2 })),
  }),
  { minLength: 1, maxLength: 12 },
)

const quoted = (value: string) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
const bare = (value: string) => value.replaceAll(/[\s,;|()"]/g, '')
const value = fc.oneof(
  text.map(quoted),
  text.map(bare).map((one) => (one === '' ? '*' : one)),
  text.map((one) => `${bare(one)}*`),
)
const values = fc.array(value, { minLength: 1, maxLength: 2 }).map((some) => some.join(','))
const sign = fc.constantFrom('=', '!=')
const order = fc.constantFrom('<', '<=', '>', '>=')
const pair = (name: fc.Arbitrary<string>, operator: fc.Arbitrary<string>, right: fc.Arbitrary<string>) =>
  fc.tuple(name, operator, right).map((parts) => parts.join(''))
const numbers = fc.constantFrom('0', '1', '-2', '0.5', '2.5', '1e12', '-1e12')
const plainTerm = fc.oneof(
  text.map(quoted),
  pair(fc.constant('name'), sign, values),
  pair(fc.constant('state'), sign, fc.constantFrom('up', 'DOWN', 'up,down')),
  pair(fc.constant('created'), order, moment),
  pair(fc.constantFrom('runs', 'cost'), sign, fc.oneof(numbers, fc.constant('0,1.5'))),
  pair(fc.constantFrom('runs', 'cost'), order, numbers),
)
const key = fc.constantFrom('labels.team', 'labels."my key"', 'labels.1', String.raw`labels."a\"b"`)
const storedTerm = fc.oneof(plainTerm, pair(key, sign, values), key)

function queryOf(term: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.letrec<{ query: string }>((tie) => ({
    query: fc.oneof(
      { maxDepth: 3 },
      term,
      fc.tuple(tie('query'), tie('query')).map(([left, right]) => `(${left} ${right})`),
      fc.tuple(tie('query'), tie('query')).map(([left, right]) => `(${left} | ${right})`),
      tie('query').map((inner) => `-(${inner})`),
    ),
  })).query
}

const database = `test_query_${process.pid}`
let administrator: Pool
let pool: Pool
let service: ReturnType<typeof createDataService>

beforeAll(async () => {
  const server: PoolConfig = inject('postgres')
  administrator = new Pool({ ...server, max: 1 })
  await administrator.query(`create database ${database}`)
  const connection = { ...server, database }
  pool = openTestPool({ ...connection, max: 1 })
  await pool.query(`
    create schema lists;
    create table lists.things (
      id integer primary key, name text, state text, created_at timestamptz, runs integer, cost double precision,
      labels jsonb
    )`)
  service = createDataService({ connection, schemas: ['lists'] })
  await service.reload()
})

afterAll(async () => {
  await service.close()
  await pool.end()
  await administrator.query(`drop database ${database} with (force)`)
  await administrator.end()
})

async function store(rows: readonly Omit<Row, 'id'>[]): Promise<void> {
  await pool.query('delete from lists.things')
  await pool.query(
    `insert into lists.things
     select * from jsonb_populate_recordset(null::lists.things, $1::jsonb)`,
    [JSON.stringify(rows.map((row, id) => ({ ...row, id })))],
  )
}

function read<Place>(query: string, table: readonly (Field & Place)[]) {
  const parsed = parseQuery(query)
  if (!parsed.ok) throw new Error(`${query}: ${parsed.failure.message}`)
  const search = validateSearch(parsed.value, table)
  if (!search.ok) throw new Error(`${query}: ${search.failure.message}`)
  return search.value.condition
}

function wordSql(word: string): Sql {
  const pattern = containing(word)
  return pattern === undefined ? sql`true` : sql`coalesce(name ilike ${pattern}, false)`
}

/** The ids that the SQL of a query finds. */
async function bySql(query: string): Promise<number[]> {
  const condition = read<InSql>(query, stored)
  const found = await pool.query<{ id: number }>(
    sql`select id from lists.things where ${condition === undefined ? sql`true` : conditionSql(condition, wordSql)} order by id`,
  )
  return found.rows.map(({ id }) => id)
}

/** The ids that the data service finds. */
async function byFilter(query: string): Promise<unknown> {
  const condition = read(query, stored)
  const search = new URLSearchParams({ select: 'id', order: 'id' })
  if (condition !== undefined) {
    const filter = conditionFilter(condition, { words: ['name'], now: new Date() })
    if (!filter.ok) throw new Error(filter.failure)
    search.set('or', `(${filter.value})`)
  }
  const answer = await service.handle(new Request(`http://data/things?${search.toString()}`), {
    actor: undefined,
  })
  const body: unknown = await answer.json()
  return Array.isArray(body) ? body.map((row: { id: number }) => row.id) : body
}

function inMemory(query: string, rows: readonly Omit<Row, 'id'>[]): number[] {
  const condition = read<InRow<Row>>(query, fields)
  return rows
    .map((row, id) => ({ ...row, id }))
    .filter(
      (row) =>
        condition === undefined ||
        conditionMatches(condition, row, {
          words: ({ name }) => (name === null ? [] : [name]),
          now: new Date(),
        }),
    )
    .map(({ id }) => id)
}

test('any query finds the same rows by SQL and by the data service', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      rowsOf,
      fc.array(queryOf(storedTerm), { minLength: 5, maxLength: 5 }),
      async (rows, queries) => {
        await store(rows)
        for (const query of queries)
          expect({ query, found: await byFilter(query) }).toEqual({ query, found: await bySql(query) })
      },
    ),
    { numRuns: 100 },
  )
})

test('any query finds the same rows by SQL and in memory', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      rowsOf,
      fc.array(queryOf(plainTerm), { minLength: 5, maxLength: 5 }),
      async (rows, queries) => {
        await store(rows)
        for (const query of queries)
          expect({ query, found: inMemory(query, rows) }).toEqual({ query, found: await bySql(query) })
      },
    ),
    { numRuns: 60 },
  )
})
