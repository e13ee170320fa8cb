import {
  columnFields,
  type ColumnTable,
  filterNames,
  sortableColumns,
  valueColumns,
} from '@binnacle/contract/core'
import type { Field } from '@binnacle/query'
import { expect } from 'vitest'

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

/**
 * What a list of the server must do with each of its columns, as bodies of tests.
 * @param list.list asks for the list, of which some rows must exist
 * @param list.sorted the parameters that sort it
 * @param list.parse reads the rows of an answer as the screen does
 */
export function expectedOfList(list: {
  title: string
  columns: ColumnTable
  list: (parameters: Record<string, string>) => Promise<ListAnswer>
  sorted: (column: string, order: 'asc' | 'desc') => Record<string, string>
  parse: (answer: unknown) => readonly unknown[]
}) {
  const { columns } = list
  const fields: readonly Field[] = columnFields(columns)
  const sortable: readonly string[] = sortableColumns(columns)
  const filters: readonly string[] = filterNames(columns)
  const values: readonly string[] = valueColumns(columns)
  /** Columns that not every row has. */
  const optional = new Set(
    Object.entries(columns).flatMap(([name, { value }]) =>
      value?.safeParse(undefined).success === true ? [name] : [],
    ),
  )
  const isAlways = (name: string) => !optional.has(name)
  return {
    title: list.title,
    sortable,
    fields: fields.map((field) => [field.name, field.kind] as const),
    filters,

    async hasItsColumns() {
      const answer = await list.list({})
      expect(answer.rows.length).toBeGreaterThan(0)
      for (const row of answer.rows)
        expect(Object.keys(row).filter(isAlways).toSorted()).toEqual(values.filter(isAlways).toSorted())
      expect(list.parse(answer)).toHaveLength(answer.rows.length)
    },

    async sortsBy(column: string) {
      const [up, down] = await Promise.all([
        list.list(list.sorted(column, 'asc')),
        list.list(list.sorted(column, 'desc')),
      ])
      expect(up.rows.length).toBe(down.rows.length)
      const inOrder = ({ rows }: ListAnswer) => rows.map((row) => row[column])
      // Rows without a value are last both ways, and texts are in the order of the database.
      if (inOrder(up).every((value) => typeof value === 'number'))
        expect(inOrder(up)).toEqual(inOrder(up).toSorted((one, other) => Number(one) - Number(other)))
      if (column === 'name') expect(inOrder(up)).toEqual(inOrder(down).toReversed())
    },

    async searches(name: string) {
      const field = fields.find((candidate) => candidate.name === name)
      if (field === undefined) throw new Error(`there is no field ${name}`)
      const all = await list.list({})
      // Of few values one is not in all rows; others are in none.
      const counts =
        field.kind === 'choice'
          ? await Promise.all(
              field.values.map(async (value) => (await list.list({ query: `${name}=${value}` })).total),
            )
          : [(await list.list({ query: `${name}${conditions[field.kind]}` })).total]
      expect(Math.min(...counts)).toBeLessThan(all.total)
    },

    async filtersBy(filter: string) {
      const all = await list.list({})
      expect((await list.list({ [filter]: 'nothing' })).total).toBe(0)
      expect((await list.list({ [filter]: '!nothing' })).total).toBe(all.total)
    },
  }
}
