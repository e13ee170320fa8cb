import type { SearchProblem } from '@binnacle/ui'
import { useEffect, useState } from 'react'

type ProblemOf = (text: string) => SearchProblem | undefined

/**
 * Returns what says why a text of the search box cannot be read as a query, for lists whose fields the server knows. The
 * grammar is loaded after the page is drawn; until then no text has a problem, and the server says it.
 */
export function useQueryProblem(): ProblemOf | undefined {
  const [problemOf, setProblemOf] = useState<ProblemOf>()
  useEffect(() => {
    import('./query-problem.ts').then(
      ({ queryProblem }) => setProblemOf(() => queryProblem),
      () => undefined,
    )
  }, [])
  return problemOf
}
