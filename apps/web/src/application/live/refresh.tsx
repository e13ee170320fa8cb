import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'

/** What loads the shown panels again. */
export interface Refresh {
  /** How often everything was asked to load again. A panel that is no query loads when it changes. */
  count: number
  refresh: () => void
}

const RefreshContext = createContext<Refresh>({ count: 0, refresh: () => undefined })

/** The counter of refreshes, and what raises it. */
export function useRefresh(): Refresh {
  return use(RefreshContext)
}

/** Loads every query that is shown again whenever the counter is raised. */
export function RefreshProvider({ children }: { children: ReactNode }): ReactNode {
  const queries = useQueryClient()
  const [count, setCount] = useState(0)
  const refresh = useCallback(() => setCount((before) => before + 1), [])
  useEffect(() => {
    // What is still on its way is given up: its answer would be older than the wish for a new one.
    if (count > 0) void queries.invalidateQueries({ refetchType: 'active' }, { cancelRefetch: true })
  }, [count, queries])
  return (
    <RefreshContext value={useMemo(() => ({ count, refresh }), [count, refresh])}>{children}</RefreshContext>
  )
}
