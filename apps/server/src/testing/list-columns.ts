import {
  columnFields,
  type ColumnTable,
  filterNames,
  sortableColumns,
  valueColumns,
} from '@binnacle/contract/core'
import type { Field } from '@binnacle/query'
import { describe, expect, test } from 'vitest'

/** A condition that each kind of field understands, and that no row of a sample meets. */
const conditions = {
  text: '=nothing*',
  time: '<1990-01-01',
  number: '<0',
  map: '.nothing=nothing',
} as const

interface ListAnswer {
  rows: readonly Record<string, unknown>[]
  total: number
}

const isFilled = (value: unknown) => value !== null && value !== undefined

/**
 * Tests what a list of the server must do with each of its columns.
 * @param list.list asks for the list, of which some rows must exist
 * @param list.sorted the parameters that sort it
 * @param list.reverses whether rows with equal values come in the other order too
 * @param list.parse reads the rows of an answer as the screen does
 */
export function testListColumns(list: {
  title: string
  columns: ColumnTable
  list: (parameters: Record<string, string>) => Promise<ListAnswer>
  sorted: (column: string, order: 'asc' | 'desc') => Record<string, string>
  reverses: boolean
  parse: (answer: unknown) => readonly unknown[]
}): void {
  const { columns } = list
  const fields: readonly Field[] = columnFields(columns)
  const sortable: readonly string[] = sortableColumns(columns)
  const filters: readonly string[] = filterNames(columns)
  const values: readonly string[] = valueColumns(columns)
  const isAlways = (name: string) => columns[name]?.value?.safeParse(undefined).success === false

  describe(`the columns of ${list.title}`, () => {
    test('are all in an answer, and nothing else is', async () => {
      const answer = await list.list({})
      expect(answer.rows.length).toBeGreaterThan(0)
      for (const row of answer.rows) {
        expect(Object.keys(row).filter((name) => !values.includes(name))).toEqual([])
        expect(values.filter((name) => isAlways(name) && !Object.hasOwn(row, name))).toEqual([])
      }
      expect(list.parse(answer)).toHaveLength(answer.rows.length)
    })

    test.each(sortable)('sort the list both ways by %s', async (column) => {
      const [up, down] = await Promise.all([
        list.list(list.sorted(column, 'asc')),
        list.list(list.sorted(column, 'desc')),
      ])
      expect(up.rows.length).toBeGreaterThan(1)
      expect(up.rows.length).toBe(down.rows.length)
      // What is missing comes last both ways.
      const filled = ({ rows }: ListAnswer) =>
        rows.flatMap((row) => (isFilled(row[column]) ? [row['id']] : []))
      expect(filled(up)).toEqual(list.reverses ? filled(down).toReversed() : filled(up))
    })

    test.each(fields.map((field) => [field.name, field] as const))(
      'are searched by %s',
      async (name, field) => {
        const all = await list.list({})
        // Of few values one is not in all rows; others are in none.
        const queries =
          field.kind === 'choice'
            ? field.values.map((value) => `${name}=${value}`)
            : [`${name}${conditions[field.kind]}`]
        const answers = await Promise.all(queries.map((query) => list.list({ query })))
        expect(Math.min(...answers.map(({ total }) => total))).toBeLessThan(all.total)
      },
    )

    test.each(filters)('are filtered by %s', async (filter) => {
      const all = await list.list({})
      expect((await list.list({ [filter]: 'nothing' })).total).toBe(0)
      expect((await list.list({ [filter]: '!nothing' })).total).toBe(all.total)
    })
  })
}
