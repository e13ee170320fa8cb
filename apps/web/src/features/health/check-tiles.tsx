import type { CheckDetail } from '@binnacle/contract'
import { Age, Duration, NoValue, simpleName, Stat, StatGroup, UptimeValue, useNow } from '@binnacle/ui'
import { formatComposedDuration, formatDuration } from '@binnacle/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { graphQuery } from './queries.ts'
import type { OpenCheck } from './use-open-check.ts'

/** The figures of a check over the chosen time. */
export function CheckTiles({ check, open }: { check: CheckDetail; open: OpenCheck }): ReactNode {
  const { range } = open
  const graph = useQuery(graphQuery(check.id, range))
  const { passed, failed } = graph.data?.uptime ?? check.uptime
  const latency = graph.data?.latency ?? check.latency
  const words = range.type === 'absolute' ? 'chosen time' : (simpleName(range) ?? range.display)
  return (
    <StatGroup>
      <Stat
        label={`Uptime, ${words}`}
        value={<UptimeValue passed={passed} failed={failed} />}
        note={`${passed} of ${passed + failed} passed`}
      />
      <Stat
        label="Latency, p95"
        value={latency.p95 === null ? <NoValue /> : <Duration milliseconds={latency.p95} />}
        note={
          latency.p50 === null
            ? undefined
            : `p50 ${formatDuration(latency.p50)} · p99 ${formatDuration(latency.p99 ?? 0)}`
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

function NextRun({ check }: { check: CheckDetail }): ReactNode {
  const now = useNow('second')
  if (check.running) return 'running now'
  if (check.next_runtime === null) return 'by hand only'
  const left = new Date(check.next_runtime).getTime() - now
  return left <= 0 ? 'next: now' : `next in ${formatComposedDuration(Math.ceil(left / 1_000) * 1_000)}`
}
