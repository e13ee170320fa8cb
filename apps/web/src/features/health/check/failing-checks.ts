import { queryOptions } from '@tanstack/react-query'
import { loadChecks } from '../dashboard/queries.ts'
import { type DashboardValues, scopeOf } from '../dashboard/filters.ts'

/** Failing checks that can be stepped through; with more than this at once nobody steps. */
const MOST_STEPS = 200

/** The failing checks of the filters in force, what burns first, for the ways on from an open one. */
export const failingChecksQuery = (values: DashboardValues) => {
  const wanted = { ...scopeOf(values), status: 'unhealthy', groupBy: 'none', pageSize: MOST_STEPS }
  return queryOptions({
    queryKey: ['checks', 'failing', wanted],
    queryFn: async ({ signal }) =>
      (await loadChecks(wanted, signal)).rows.map(({ id, name }) => ({ id, name })),
  })
}

/** A check that an open one leads to. */
export interface Neighbor {
  id: string
  name: string
}

/**
 * The failing checks before and after an open one. From a check that does not fail both lead to the first.
 * @param failing in the order of the list
 */
export function neighborsOf(
  failing: readonly Neighbor[],
  id: string,
): { previous: Neighbor | undefined; next: Neighbor | undefined } {
  const place = failing.findIndex((check) => check.id === id)
  if (place < 0) return { previous: undefined, next: failing[0] }
  return { previous: failing[place - 1], next: failing[place + 1] }
}
