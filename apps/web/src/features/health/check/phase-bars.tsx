import { formatDuration } from '@binnacle/contract/text'
import type { ReactNode } from 'react'
import { phasesOf } from './evidence.ts'

const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/** How long each phase of a run took, as bars one after another. */
export function PhaseBars({ timings }: { timings: Readonly<Record<string, number>> }): ReactNode {
  return (
    <ul aria-label="Time by phase" className="flex max-w-160 flex-col gap-1">
      {phasesOf(timings).map((phase) => (
        <li
          key={phase.name}
          className="grid grid-cols-[7.5rem_minmax(2rem,1fr)_4rem] items-center gap-2 text-small"
        >
          <span className="truncate text-secondary first-letter:uppercase" title={phase.name}>
            {phase.name}
          </span>
          <span aria-hidden="true" className="relative h-2 overflow-clip rounded-small bg-press">
            <span
              className="absolute inset-y-0 min-w-0.5 rounded-small bg-chart-1"
              style={{ left: percent(Math.min(phase.start, 0.995)), width: percent(phase.length) }}
            />
          </span>
          <span className="text-right numeric">{formatDuration(phase.milliseconds)}</span>
        </li>
      ))}
    </ul>
  )
}
