import { ADDED_PREFIX, itemFields } from '@binnacle/contract/catalog'
import { parseQuery } from '@binnacle/query'
import { queryProblem } from '../../../application/query/list-search.ts'
import type { ProblemOf } from '../../../application/query/use-query-problem.ts'

/** Why a text is no query for items. Fields that people added are known to the server only. */
export const itemProblem: ProblemOf = (text) => {
  if (!text.toLowerCase().includes(ADDED_PREFIX)) return queryProblem(text, itemFields)
  const parsed = parseQuery(text)
  return parsed.ok ? undefined : parsed.failure
}
