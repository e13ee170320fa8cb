import type { CheckDetail, GraphPoint } from '@binnacle/contract'
import { timeRanges } from '@binnacle/contract'
import { Button, ErrorState, FullTime, Select, Skeleton } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { messageOf, requestIdOf } from '../../application/queries.ts'
import { useFilters } from '../../application/use-filters.ts'
import { lateStart } from './chart-start.ts'
import { drawerFilters, timeRangeKeys } from './filters.ts'
import { graphQuery, type Span } from './queries.ts'

const LatencyChart = lazy(async () => {
  const { LatencyChart: component } = await import('@binnacle/ui/chart')
  return { default: component }
})

const HEIGHT = 200

function seriesOf(points: readonly GraphPoint[]) {
  return {
    points: points.map(({ time, passed, failed, unknown }) => ({
      time: new Date(time).getTime(),
      passed,
      failed,
      unknown,
    })),
    lines: [
      { label: 'p50', values: points.map((point) => point.p50) },
      { label: 'p95', values: points.map((point) => point.p95) },
    ],
  }
}

/** The limit that a check sets itself, if it does. */
function thresholdOf(check: CheckDetail): { threshold?: number } {
  const threshold = check.spec['thresholdMillis']
  return typeof threshold === 'number' ? { threshold } : {}
}

/** Latency and outcome of a check over time. A stretch that is marked becomes the time of the history as well. */
export function CheckChart({ check, span }: { check: CheckDetail; span: Span }): ReactNode {
  const { set } = useFilters(drawerFilters)
  const graph = useQuery(graphQuery(check.id, span))
  const series = useMemo(() => seriesOf(graph.data?.status ?? []), [graph.data])
  const to = span.to === undefined ? graph.dataUpdatedAt : new Date(span.to).getTime()
  const from = span.from === undefined ? to - timeRanges[span.timeRange] : new Date(span.from).getTime()
  const start = lateStart(
    series.points.map((point) => point.time),
    { from, to },
  )
  return (
    <section aria-label="Health Overview" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">Health Overview</h3>
        <div className="flex items-center gap-2">
          {span.from !== undefined && (
            <Button size="small" onClick={() => set({ from: undefined, to: undefined, historyPage: 0 })}>
              Zoom out
            </Button>
          )}
          <Select
            label="Time range"
            size="small"
            value={span.timeRange}
            onChange={(timeRange) => set({ timeRange, from: undefined, to: undefined, historyPage: 0 })}
            options={timeRangeKeys.map((key) => ({ value: key, label: key }))}
          />
        </div>
      </div>
      {graph.error !== null && graph.data === undefined ? (
        <ErrorState
          compact
          message={messageOf(graph.error)}
          requestId={requestIdOf(graph.error)}
          onRetry={() => void graph.refetch()}
        />
      ) : series.points.length === 0 && !graph.isPending ? (
        <p className="rounded-panel border border-line px-3 py-8 text-center text-muted">
          Nothing ran in this time.
        </p>
      ) : (
        <Suspense fallback={<Skeleton className="h-56 w-full" />}>
          <LatencyChart
            label={`Latency of ${check.name}`}
            points={series.points}
            lines={series.lines}
            range={{ from, to }}
            height={HEIGHT}
            onSelectRange={(marked) =>
              set({
                from: new Date(marked.from).toISOString(),
                to: new Date(marked.to).toISOString(),
                historyPage: 0,
              })
            }
            {...thresholdOf(check)}
          />
        </Suspense>
      )}
      {start !== undefined && (
        <p className="text-muted">
          There are no results before <FullTime date={start} />.
        </p>
      )}
    </section>
  )
}
