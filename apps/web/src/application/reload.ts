import type { QueryClient } from '@tanstack/react-query'

/**
 * Loads what is shown again because something changed: what has a key that begins so, or everything. A first load that
 * is under way may have read the old state, and is not begun anew: another one follows it.
 */
export function reload(queries: QueryClient, queryKey: readonly unknown[] = []): void {
  const first = queries
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: (query) => query.state.data === undefined })
  void queries.invalidateQueries({ queryKey })
  for (const query of first)
    void query.promise
      ?.catch(() => undefined)
      .then(() => queries.invalidateQueries({ queryKey: query.queryKey, exact: true }))
}
