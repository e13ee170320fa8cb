import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDerivedColumns } from './view-columns.ts'

const entry = (number: number, name: string, table: number, column: number, expression = '{VAR :varno 1}') =>
  `{TARGETENTRY :expr ${expression} :resno ${number} :resname ${name} :ressortgroupref 0 ` +
  `:resorigtbl ${table} :resorigcol ${column} :resjunk false}`

const rule = (entries: readonly string[], before = '') =>
  `({QUERY :commandType 1 :rtable (${before}) :jointree {FROMEXPR :quals <>} ` +
  `:targetList (${entries.join(' ')}) :override 0 :returningList (${entry(9, 'not', 77, 7)})})`

test('reads plain columns, and passes over computed ones', () => {
  const action = rule([
    entry(1, 'id', 500, 1),
    entry(2, 'upper', 0, 0, '{FUNCEXPR :args ({VAR :varattno 2})}'),
    entry(3, 'name', 501, 4),
  ])
  expect(readDerivedColumns(action)).toEqual([
    { number: 1, relation: 500, column: 1 },
    { number: 3, relation: 501, column: 4 },
  ])
})

test('passes over target lists of queries inside the view, before and within its own', () => {
  const inner = `{QUERY :targetList (${entry(1, 'inner', 900, 9)}) :limitCount <>}`
  const action = rule(
    [entry(1, 'sub', 0, 0, `{SUBLINK :subselect ${inner}}`), entry(2, 'id', 500, 1)],
    `{RANGETBLENTRY :rtekind 1 :subquery ${inner}}`,
  )
  expect(readDerivedColumns(action)).toEqual([{ number: 2, relation: 500, column: 1 }])
})

test.each([
  String.raw`odd\ \{name`,
  String.raw`\(\)\}\{`,
  ':targetList',
  ':resorigtbl',
  String.raw`back\\slash`,
  '"quoted"',
  '<>',
])('is not misled by the column name %s', (name) => {
  const action = rule(
    [entry(1, name, 500, 1), entry(2, 'id', 500, 2)],
    `{RANGETBLENTRY :eref {ALIAS :colnames ("${name}")}}`,
  )
  expect(readDerivedColumns(action)).toEqual([
    { number: 1, relation: 500, column: 1 },
    { number: 2, relation: 500, column: 2 },
  ])
})

test('reads any text in time by its length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(Array.isArray(readDerivedColumns(text))).toBe(true)
    }),
  )
  for (const piece of ['(', '{', '\\', '({', ':targetList (', ' ']) {
    const start = process.threadCpuUsage()
    readDerivedColumns(piece.repeat(100_000))
    expect(process.threadCpuUsage(start).user / 1_000).toBeLessThan(2_000)
  }
})
