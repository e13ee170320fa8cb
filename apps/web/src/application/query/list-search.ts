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

/**
 * Returns the query for the text of a search. An address may have a text that cannot be read as a query, which a search box never
 * sends. The result then finds exactly this text.
 * @param isQuery default: whether it can be read as a query of any list
 */
export function queryText(
  text: string,
  isQuery: (text: string) => boolean = (query) => parseQuery(query).ok,
): string {
  return isQuery(text) ? text : printValue({ text: text.trim(), quoted: true })
}
