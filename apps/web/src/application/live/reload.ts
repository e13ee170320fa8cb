import type { Query, QueryClient } from '@tanstack/react-query'

/** Ids of rows that changed; null for any. */
export type ChangedIds = ReadonlySet<string> | null

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Ids of the rows that a query shows, where it shows no others: only their changes load it again. */
      shows?: readonly string[]
      /** Other topics that it shows something of: their changes load it again too. */
      follows?: readonly string[]
      /** Whether its failures are told elsewhere. */
      quiet?: boolean
    }
  }
}

/** Queries whose load is under way and that load once more after it. */
const repeated = new WeakSet<Query>()

/** Whether a change reaches a query: the first part of its key is the topic that it shows. */
function reaches({ queryKey, meta }: Query, changes: ReadonlyMap<string, ChangedIds>): boolean {
  if (meta?.follows?.some((topic) => changes.has(topic)) === true) return true
  const ids = typeof queryKey[0] === 'string' ? changes.get(queryKey[0]) : undefined
  if (ids === undefined) return false
  const shown = meta?.shows
  return ids === null || shown === undefined || shown.some((id) => ids.has(id))
}

/**
 * Loads what is shown again because something changed: the queries that show a row that did, or everything. A load that
 * is under way is finished and shown, as otherwise changes that come faster than answers would keep the screen from ever
 * changing; it may have read the old state, so one more load follows it.
 * @param changes which rows of each topic; undefined for everything
 */
export function reload(queries: QueryClient, changes?: ReadonlyMap<string, ChangedIds>): void {
  const predicate = (query: Query) => changes === undefined || reaches(query, changes)
  const loading = queries.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' })
  void queries.invalidateQueries({ predicate }, { cancelRefetch: false })
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
