import { queryOptions } from '@tanstack/react-query'
import { loadChecks } from '../dashboard/queries.ts'
import { type DashboardValues, scopeOf } from '../dashboard/filters.ts'

/** Maximum number of failing checks to step through. Nobody steps through more. */
const MOST_STEPS = 200

/** Query of the failing checks within the current filters, for the links from one to the next. */
export const failingChecksQuery = (values: DashboardValues) => {
  const wanted = { ...scopeOf(values), status: 'unhealthy', groupBy: 'none', pageSize: MOST_STEPS }
  return queryOptions({
    queryKey: ['checks', 'failing', wanted],
    queryFn: async ({ signal }) =>
      (await loadChecks(wanted, signal)).rows.map(({ id, name }) => ({ id, name })),
  })
}

/** A check to which an open check links. */
export interface Neighbor {
  id: string
  name: string
}

/**
 * Returns the failing checks before and after an open check. For a check that does not fail, only `next` is set, to
 * the first failing one.
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
