import type { FilterControl } from '@binnacle/ui'
import { Button, Skeleton, StackedFilter } from '@binnacle/ui'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { healthControls, type SelectedChecks, labelControls, viewControls } from './controls.ts'
import type { DashboardValues } from './filters.ts'
import type { Filters } from '../../../application/address/use-filters.ts'

/** Label keys whose values are in sight before they are opened. */
const OPEN_KEYS = 4

/** Filters of the dashboard beside it, where there is room. */
export function DashboardSidebar(props: {
  dashboard: Filters<DashboardValues>
  known: SelectedChecks
  /** Set while filters are in force. */
  onClearAll: (() => void) | undefined
}): ReactNode {
  const { dashboard, known } = props
  const labels = labelControls(dashboard, known)
  return (
    <aside aria-label="Filters" className="-m-1 flex w-58 shrink-0 flex-col gap-5 overflow-y-auto p-1">
      <section aria-label="Filter by health">
        <Stack controls={healthControls(dashboard, known)} />
      </section>
      <Section title="View">
        <Stack controls={viewControls(dashboard, known)} />
      </Section>
      <Section title="Labels">
        {known.failure !== undefined ? (
          <div role="alert" className="flex flex-col items-start gap-2 text-small">
            <p className="wrap-anywhere text-unhealthy">{known.failure.message}</p>
            {known.failure.retry !== undefined && (
              <Button size="small" onClick={known.failure.retry}>
                Try again
              </Button>
            )}
          </div>
        ) : known.facets === undefined ? (
          <div className="flex flex-col gap-2 py-1">
            <Skeleton className="w-20" />
            <Skeleton className="w-32" />
            <Skeleton className="w-28" />
          </div>
        ) : labels.length === 0 ? (
          <p className="text-small text-muted">No check has labels.</p>
        ) : (
          labels.map((control, index) => (
            <details
              key={control.id}
              className="group border-t border-line first-of-type:border-t-0"
              open={index < OPEN_KEYS || control.value.size > 0}
            >
              <summary className="flex min-h-control cursor-pointer list-none items-center gap-1 rounded-control font-medium focus-inset">
                <ChevronRight
                  aria-hidden="true"
                  className="size-3.5 shrink-0 text-muted transition-transform duration-100 group-open:rotate-90"
                />
                <span className="min-w-0 flex-1 wrap-anywhere">{control.label}</span>
                {control.value.size > 0 && (
                  <span className="text-small text-accent-text numeric">{control.value.size}</span>
                )}
              </summary>
              <div className="-mx-1 pb-2">
                <StackedFilter control={control} bare />
              </div>
            </details>
          ))
        )}
      </Section>
      {props.onClearAll !== undefined && <Button onClick={props.onClearAll}>Clear all</Button>}
    </aside>
  )
}

function Section(props: { title: string; children: ReactNode }): ReactNode {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="text-small font-semibold text-muted">
        {props.title}
      </h2>
      {props.children}
    </section>
  )
}

function Stack({ controls }: { controls: readonly FilterControl[] }): ReactNode {
  return (
    <div className="flex flex-col gap-3">
      {controls.map((control) => (
        <StackedFilter key={control.id} control={control} />
      ))}
    </div>
  )
}
