import { parseQuery } from '@binnacle/query'

/** Why the text of the search box cannot be read as a query; undefined where it can. */
export function queryProblem(text: string): string | undefined {
  const parsed = parseQuery(text)
  return parsed.ok ? undefined : parsed.failure.message
}
