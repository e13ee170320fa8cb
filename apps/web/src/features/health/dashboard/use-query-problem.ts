import { useEffect, useState } from 'react'

type QueryProblem = (text: string) => string | undefined

/**
 * Returns what says why a text of the search box cannot be read as a query. The grammar is loaded after the page is
 * drawn; until then no text has a problem, and the server says it.
 */
export function useQueryProblem(): QueryProblem | undefined {
  const [problemOf, setProblemOf] = useState<QueryProblem>()
  useEffect(() => {
    import('./query-problem.ts').then(
      ({ queryProblem }) => setProblemOf(() => queryProblem),
      () => undefined,
    )
  }, [])
  return problemOf
}
