import type { Result } from '@binnacle/contract/core'
import {
  type Field,
  parseQuery,
  printValue,
  type QueryProblem,
  type Search,
  validateSearch,
} from '@binnacle/query'
import type { OffersAt } from '@binnacle/ui'

/** What the search box of a list needs of its query language. */
export interface ListSearch {
  /** Why a text is no query of this list, and where; undefined if it is one. */
  problemOf: (text: string) => QueryProblem | undefined
  /** What can be written at a place of a query. */
  offersAt: OffersAt
}

/** Reads a text as a query of a list with some fields. */
export function readSearch<Place>(
  text: string,
  fields: readonly (Field & Place)[],
): Result<Search<Place>, QueryProblem> {
  const parsed = parseQuery(text)
  return parsed.ok ? validateSearch(parsed.value, fields) : parsed
}

/** Why a text is no query of a list with some fields, and where; undefined if it is one. */
export function queryProblem(text: string, fields: readonly Field[]): QueryProblem | undefined {
  const found = readSearch(text, fields)
  return found.ok ? undefined : found.failure
}

/**
 * Returns the query for the text of a search. An address may have a text that cannot be read as a query, which a search box never
 * sends. The result then finds exactly this text.
 * @param problemOf says why a text is no query of the list
 */
export function queryText(text: string, problemOf: ListSearch['problemOf']): string {
  return problemOf(text) === undefined ? text : printValue({ text: text.trim(), quoted: true })
}
