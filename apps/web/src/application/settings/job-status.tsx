import { HealthShape } from '@binnacle/ui'
import type { ComponentProps, ReactNode } from 'react'

type Appearance = Pick<ComponentProps<typeof HealthShape>, 'shape' | 'tone'>

const appearances: ReadonlyMap<string, Appearance> = new Map([
  ['SUCCESS', { shape: 'check', tone: 'healthy' }],
  ['WARNING', { shape: 'exclamation', tone: 'warning' }],
  ['FAILED', { shape: 'cross', tone: 'unhealthy' }],
  ['RUNNING', { shape: 'half', tone: 'unknown' }],
  ['SKIPPED', { shape: 'slash', tone: 'unknown' }],
  ['STOPPED', { shape: 'pause', tone: 'unknown' }],
])
const unknown: Appearance = { shape: 'question', tone: 'unknown' }

/** How a run of a job ended, as shape, color and word. */
export function JobStatus({ status }: { status: string }): ReactNode {
  return (
    <span className="inline-flex items-center gap-1.5 align-bottom">
      <HealthShape {...(appearances.get(status) ?? unknown)} />
      {status.charAt(0) + status.slice(1).toLowerCase()}
    </span>
  )
}
