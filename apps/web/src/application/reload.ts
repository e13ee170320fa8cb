import type { Query, QueryClient } from '@tanstack/react-query'

/** Queries whose load is under way and that load once more after it. */
const repeated = new WeakSet<Query>()

/**
 * Loads what is shown again because something changed: what has a key that begins so, or everything. A load that is
 * under way is finished and shown, as otherwise changes that come faster than answers would keep the screen from ever
 * changing; it may have read the old state, so one more load follows it.
 */
export function reload(queries: QueryClient, queryKey: readonly unknown[] = []): void {
  const loading = queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })
  void queries.invalidateQueries({ queryKey }, { cancelRefetch: false })
  for (const query of loading) {
    if (repeated.has(query)) continue
    repeated.add(query)
    void query.promise
      ?.catch(() => undefined)
      .then(() => {
        repeated.delete(query)
        return queries.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false })
      })
  }
}
