import { checkFields } from '@binnacle/contract/health'
import { queryProblem } from '../../../application/query/list-search.ts'
import type { ProblemOf } from '../../../application/query/use-query-problem.ts'

/** Why a text is no query for checks. */
export const checkProblem: ProblemOf = (text) => queryProblem(text, checkFields)
