import type { Query, QueryClient } from '@tanstack/react-query'
import { partOf } from './subscription.ts'

/** Ids of changed rows; null for any row. */
export type ChangedIds = ReadonlySet<string> | null

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Ids of the only rows that a query shows. Changes of other rows do not reload it. */
      shows?: readonly string[]
      /** Further topics, or rows of topics as `topic:id`, that reload the query. */
      follows?: readonly string[]
      /** Whether its failures are handled elsewhere. */
      quiet?: boolean
    }
  }
}

/** Running queries that must run once more afterwards. */
const repeated = new WeakSet<Query>()

/** Whether a topic changed, or a row of a topic. */
function isChanged(part: string, changes: ReadonlyMap<string, ChangedIds>): boolean {
  const [topic, id] = partOf(part)
  const ids = changes.get(topic)
  return ids !== undefined && (ids === null || id === undefined || ids.has(id))
}

/** Whether a change affects a query. The first part of a query key is its topic. */
function reaches({ queryKey, meta }: Query, changes: ReadonlyMap<string, ChangedIds>): boolean {
  if (meta?.follows?.some((part) => isChanged(part, changes)) === true) return true
  const ids = typeof queryKey[0] === 'string' ? changes.get(queryKey[0]) : undefined
  if (ids === undefined) return false
  const shown = meta?.shows
  return ids === null || shown === undefined || shown.some((id) => ids.has(id))
}

/**
 * Reloads the queries that show a changed row, or all queries. A running request is not canceled: if changes come
 * faster than answers, the screen would never update. As that request may have read the old state, one more follows
 * it.
 * @param changes changed rows by topic; undefined for everything
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
