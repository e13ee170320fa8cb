import { conditionMatches, type Field, type InRow, offersAt } from '@binnacle/query'
import { type ListSearch, queryProblem, queryText, readSearch } from './list-search.ts'

/** The query language of a list whose rows are in memory. */
export interface RowSearch<Row> extends ListSearch {
  /** The rows that the text of the search box finds, in the order that it says or else as they are. */
  apply: (rows: readonly Row[], text: string) => readonly Row[]
}

function inOrder(kind: Field['kind'], left: string | null, right: string | null): number {
  if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1
  return kind === 'number' ? Number(left) - Number(right) : left.localeCompare(right, 'en')
}

/**
 * Defines the query language of a list that the server gives whole.
 * @param setup.words texts of a row in which words are searched
 * @param setup.load loads the rows, whose values are suggested
 */
export function rowSearch<Row>(setup: {
  fields: readonly (Field & InRow<Row>)[]
  words: (row: Row) => readonly string[]
  load: (signal: AbortSignal) => Promise<readonly Row[]>
}): RowSearch<Row> {
  const { fields, words } = setup
  const problemOf = (text: string) => queryProblem(text, fields)
  return {
    problemOf,
    apply(rows, text) {
      const search = readSearch<InRow<Row>>(queryText(text, problemOf), fields)
      if (!search.ok) return rows
      const { condition, sort, limit } = search.value
      const now = new Date()
      const found =
        condition === undefined
          ? rows
          : rows.filter((row) => conditionMatches(condition, row, { words, now }))
      const sorted = sort.reduceRight<readonly Row[]>(
        (all, { field, isDescending }) =>
          all.toSorted((left, right) => {
            const [first, second] = [field.of(left), field.of(right)]
            const order = inOrder(field.kind, first, second)
            return isDescending && first !== null && second !== null ? -order : order
          }),
        found,
      )
      return sorted.slice(0, limit)
    },
    offersAt: (text, at, signal) =>
      offersAt<InRow<Row>>(
        fields,
        {
          keys: async () => undefined,
          async values({ field }, prefix) {
            const values = (await setup.load(signal)).map((row) => field.of(row) ?? '')
            return [...new Set(values)]
              .filter((value) => value !== '' && value.toLowerCase().startsWith(prefix.toLowerCase()))
              .toSorted()
              .map((value) => ({ value, help: '' }))
          },
        },
        text,
        at,
      ),
  }
}
