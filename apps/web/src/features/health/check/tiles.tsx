import type { CheckDetail } from '@binnacle/contract/health'
import {
  Age,
  Duration,
  healthAppearance,
  NoValue,
  Skeleton,
  Stat,
  StatGroup,
  UptimeValue,
  useNow,
} from '@binnacle/ui'
import { formatComposedDuration, formatDuration } from '@binnacle/contract/text'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { graphQuery } from './queries.ts'
import { windowWords } from '../period.ts'
import type { OpenCheck } from './use-open-check.ts'

/** The figures of a check over the chosen time. */
export function CheckTiles({ check, open }: { check: CheckDetail; open: OpenCheck }): ReactNode {
  const { range } = open
  const graph = useQuery(graphQuery(check.id, range))
  const figures = graph.data
  const words = windowWords(range)
  return (
    <StatGroup>
      <Stat
        label={`Uptime, ${words}`}
        value={
          figures === undefined ? (
            <Loading />
          ) : (
            <UptimeValue {...figures.uptime} beside={healthAppearance(check.state).tone} />
          )
        }
        note={
          figures === undefined
            ? undefined
            : `${figures.uptime.passed} of ${figures.uptime.passed + figures.uptime.failed} passed`
        }
      />
      <Stat
        label={`Latency p95, ${words}`}
        value={figures === undefined ? <Loading /> : <Latency milliseconds={figures.latency.p95} />}
        note={
          typeof figures?.latency.p50 === 'number'
            ? `p50 ${formatDuration(figures.latency.p50)} · p99 ${formatDuration(figures.latency.p99 ?? 0)}`
            : undefined
        }
      />
      <Stat label="Severity" value={check.severity ?? <NoValue />} />
      <Stat
        label="Last run"
        value={check.last_runtime === null ? <NoValue /> : <Age time={check.last_runtime} />}
        note={<NextRun check={check} />}
      />
    </StatGroup>
  )
}

/** Figures of another window must not stand under the name of this one. */
function Loading(): ReactNode {
  return <Skeleton className="h-5 w-16" />
}

function Latency({ milliseconds }: { milliseconds: number | null }): ReactNode {
  return milliseconds === null ? <NoValue /> : <Duration milliseconds={milliseconds} />
}

function NextRun({ check }: { check: CheckDetail }): ReactNode {
  const now = useNow('second')
  if (check.running) return 'running now'
  if (check.receives) return 'when a message arrives'
  if (check.schedule === null || check.next_runtime === null) return 'runs only manually'
  const left = new Date(check.next_runtime).getTime() - now
  const next = left <= 0 ? 'next: now' : `next in ${formatComposedDuration(Math.ceil(left / 1_000) * 1_000)}`
  return `${next} · ${check.schedule}`
}
