import type { SearchProblem } from '@binnacle/ui'
import { useEffect, useState } from 'react'

/** Says why a text is no query of a list, and where; undefined if it is one. */
export type ProblemOf = (text: string) => SearchProblem | undefined

/**
 * Returns what says why a text of the search box is no query. It is loaded after the page is drawn, as the grammar is large;
 * until then no text has a problem, and the server says it.
 * @param load must stay the same
 */
export function useQueryProblem(load: () => Promise<ProblemOf>): ProblemOf | undefined {
  const [problemOf, setProblemOf] = useState<ProblemOf>()
  useEffect(() => {
    load().then(
      (loaded) => setProblemOf(() => loaded),
      () => undefined,
    )
  }, [load])
  return problemOf
}
