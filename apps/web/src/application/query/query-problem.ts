import { parseQuery, type QueryProblem } from '@binnacle/query'

/** Why a text is no query of any list, and where; undefined if it is one. */
export function queryProblem(text: string): QueryProblem | undefined {
  const parsed = parseQuery(text)
  return parsed.ok ? undefined : parsed.failure
}
