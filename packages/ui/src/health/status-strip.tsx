import type { CheckState } from '@binnacle/contract/health'
import type { ReactNode } from 'react'
import { describeCounts } from './health-counts.tsx'

/** The height of a tick shows its state, like its color: failed runs are taller than passed ones. */
const ticks: Readonly<Record<CheckState, { top: number; className: string }>> = {
  healthy: { top: 6, className: 'fill-healthy-fill' },
  unhealthy: { top: 0, className: 'fill-unhealthy-fill' },
  unknown: { top: 13, className: 'fill-unknown-fill' },
}

const HEIGHT = 16
const PITCH = 5
const WIDTH = 3

/**
 * The latest runs as a row of ticks, newest at the right.
 * @param props.results oldest first
 * @param props.slots number of ticks that fit; missing runs are faint marks
 */
export function StatusStrip(props: {
  results: readonly CheckState[]
  slots?: number
  className?: string
}): ReactNode {
  const slots = props.slots ?? 30
  const shown = props.results.slice(-slots)
  const counts = { healthy: 0, unhealthy: 0, unknown: 0 }
  for (const state of shown) counts[state] += 1
  const width = slots * PITCH - (PITCH - WIDTH)
  return (
    <span className={props.className}>
      <span className="sr-only">{`Last ${shown.length === 1 ? 'run' : `${shown.length} runs`}: ${describeCounts(counts)}`}</span>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width={width}
        height={HEIGHT}
        className="max-w-full"
        preserveAspectRatio="xMaxYMid meet"
      >
        {Array.from({ length: slots }, (_, slot) => {
          const state = shown[slot - (slots - shown.length)]
          const tick = state === undefined ? { top: 14, className: 'fill-line-strong' } : ticks[state]
          return (
            <rect
              key={slot}
              x={slot * PITCH}
              y={tick.top}
              width={WIDTH}
              height={HEIGHT - tick.top}
              rx="1"
              className={tick.className}
            />
          )
        })}
      </svg>
    </span>
  )
}
