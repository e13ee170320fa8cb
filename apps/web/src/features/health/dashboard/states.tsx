import type { StateCounts } from '@binnacle/contract/health'
import {
  EmptyState,
  ErrorState,
  FilteredEmptyState,
  healthAppearance,
  Skeleton,
  type TableError,
} from '@binnacle/ui'
import { HeartPulse } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Filters } from '../../../application/address/use-filters.ts'
import { titleOfKey } from './check-group.ts'
import { allPass, cleared, type DashboardValues, isNarrowed } from './filters.ts'

/** What narrows down which checks are meant, in words. */
function describeFilters(values: DashboardValues): string[] {
  const { query, status, labels, tabBy, tab, groupBy, group } = values
  return [
    ...(query === '' ? [] : [`“${query}”`]),
    ...(status === 'all' ? [] : [`Health: ${healthAppearance(status).word}`]),
    ...(tab === undefined ? [] : [`${tabBy.replace(/^label:/, '')}: ${tab}`]),
    ...(group === undefined || groupBy === 'canary_name' ? [] : [titleOfKey(group, groupBy)]),
    ...Array.from(labels, ([item, state]) => (state === 1 ? item : `not ${item}`)),
  ]
}

/** What stands where there is nothing to list, and why that is so. */
export function NothingToShow(props: {
  dashboard: Filters<DashboardValues>
  counts: StateCounts
}): ReactNode {
  const { values, set } = props.dashboard
  const narrowed = isNarrowed(values)
  // The page is about to show them instead.
  if (allPass(values, props.counts)) return <Skeleton className="m-3 h-40" />
  if (narrowed) return <FilteredEmptyState onClear={() => set(cleared)} filters={describeFilters(values)} />
  return <NoChecks />
}

function NoChecks(): ReactNode {
  return (
    <EmptyState title="No checks yet" icon={<HeartPulse strokeWidth={1.5} />}>
      <p>
        A check asks one of your systems at regular times whether it is well. Write some into a file and start
        with it:
      </p>
      <pre className="mt-3 rounded-panel border border-line bg-band px-3 py-2 text-left text-small">
        {'npm start -- --canaries checks.yaml'}
      </pre>
    </EmptyState>
  )
}

/** Shown where a list could not be loaded. */
export function ListError(props: { error: TableError }): ReactNode {
  const { retry, ...text } = props.error
  return <ErrorState {...text} {...(retry === undefined ? {} : { onRetry: retry })} />
}
