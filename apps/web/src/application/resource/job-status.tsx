import type { JobStatus as Status } from '@binnacle/contract/jobs'
import { classNames, HealthShape } from '@binnacle/ui'
import { CircleDotDashed } from 'lucide-react'
import type { ReactNode } from 'react'

/** Appearance of a status: RUNNING yellow, SUCCESS green, WARNING orange, failures red. */
export const statusLooks = {
  RUNNING: { color: 'yellow', shape: 'dashes', tone: 'running' },
  SUCCESS: { color: 'green', shape: 'check', tone: 'healthy' },
  WARNING: { color: 'orange', shape: 'exclamation', tone: 'warning' },
  FAILED: { color: 'red', shape: 'cross', tone: 'unhealthy' },
  STALE: { color: 'red', shape: 'question', tone: 'unhealthy' },
  SKIPPED: { color: 'gray', shape: 'slash', tone: 'unknown' },
  STOPPED: { color: 'red', shape: 'pause', tone: 'unhealthy' },
} as const satisfies Readonly<Record<Status, object>>

const textClass = {
  running: 'text-running',
  healthy: 'text-healthy',
  warning: 'text-warning',
  unhealthy: 'text-unhealthy',
  unknown: 'text-unknown',
} as const

/** Shape, color and word of the status of a run. */
export function JobStatus({ status }: { status: Status }): ReactNode {
  const look = statusLooks[status]
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 align-middle text-small font-medium whitespace-nowrap',
        textClass[look.tone],
      )}
    >
      {look.tone === 'running' ? (
        <CircleDotDashed
          aria-hidden="true"
          className="size-3.5 shrink-0 text-running-fill"
          strokeWidth={2.5}
        />
      ) : (
        <HealthShape shape={look.shape} tone={look.tone} />
      )}
      {status}
    </span>
  )
}
