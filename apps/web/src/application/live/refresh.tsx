import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'

/** Refresh of all visible panels. */
export interface Refresh {
  /** Number of refreshes so far. A panel without a query reloads when it changes. */
  count: number
  refresh: () => void
}

const RefreshContext = createContext<Refresh>({ count: 0, refresh: () => undefined })

/** Returns the number of refreshes, and the function that raises it. */
export function useRefresh(): Refresh {
  return use(RefreshContext)
}

/** Reloads every visible query when the counter is raised. */
export function RefreshProvider({ children }: { children: ReactNode }): ReactNode {
  const queries = useQueryClient()
  const [count, setCount] = useState(0)
  const refresh = useCallback(() => setCount((before) => before + 1), [])
  useEffect(() => {
    // Cancel running requests: their answers would be older than this refresh.
    if (count > 0) void queries.invalidateQueries({ refetchType: 'active' }, { cancelRefetch: true })
  }, [count, queries])
  return (
    <RefreshContext value={useMemo(() => ({ count, refresh }), [count, refresh])}>{children}</RefreshContext>
  )
}
