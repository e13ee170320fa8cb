import type { CheckDetail, CheckGraph, GraphPoint } from '@binnacle/contract/health'
import { Button, type ChosenTimeRange, FullTime, Skeleton, TimeRangePicker } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { ZoomOut } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { useLastingFailure } from '../../../application/requests/queries.ts'
import type { ChartSummary } from '@binnacle/ui/chart'
import { lateStart, startingAt } from './chart-start.ts'
import { graphQuery } from './queries.ts'
import { stretchAt } from '../ends.ts'
import { windowWords } from '../period.ts'
import type { OpenCheck } from './use-open-check.ts'

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
      { label: 'p99', values: points.map((point) => point.p99) },
    ],
  }
}

/** The figures that the tiles show, for the legend. */
function summaryOf({ latency, uptime, status }: CheckGraph, range: ChosenTimeRange): ChartSummary {
  return {
    window: `whole range, ${windowWords(range)}`,
    values: [latency.p50, latency.p95, latency.p99],
    counts: {
      healthy: uptime.passed,
      unhealthy: uptime.failed,
      unknown: status.reduce((sum, { unknown }) => sum + unknown, 0),
    },
  }
}

/** The limit that a check sets itself, if it does. */
function thresholdOf(check: CheckDetail): { threshold?: number } {
  const threshold = check.spec['thresholdMillis']
  return typeof threshold === 'number' && threshold > 0 ? { threshold } : {}
}

/** Latency and outcome of a check over time. A stretch that is marked becomes the time of the page, and so of the history. */
export function CheckChart({ check, open }: { check: CheckDetail; open: OpenCheck }): ReactNode {
  const { range } = open
  const graph = useQuery(graphQuery(check.id, range))
  const failure = useLastingFailure(graph)
  const series = useMemo(() => seriesOf(graph.data?.status ?? []), [graph.data])
  const stretch = useMemo(() => stretchAt(range, graph.dataUpdatedAt), [range, graph.dataUpdatedAt])
  const start = lateStart(
    series.points.map((point) => point.time),
    stretch,
  )
  // A stretch that someone marked stays the one that is drawn.
  const shown = start === undefined || open.zoomed ? stretch : startingAt(start, stretch)
  return (
    <section aria-label="Health Overview" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">Health Overview</h3>
        <div className="flex items-center gap-2">
          {open.zoomed && (
            <Button
              size="small"
              icon={<ZoomOut aria-hidden="true" className="size-3.5" />}
              onClick={open.zoomOut}
            >
              Zoom out
            </Button>
          )}
          <TimeRangePicker
            presets="simple"
            size="small"
            align="end"
            value={range}
            onChange={open.chooseRange}
          />
        </div>
      </div>
      {failure !== null && graph.data === undefined ? (
        <LoadFailure compact error={failure} queries={[graph]} />
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
            range={shown}
            {...(graph.data === undefined ? {} : { summary: summaryOf(graph.data, range) })}
            height={HEIGHT}
            onSelectRange={open.zoom}
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
