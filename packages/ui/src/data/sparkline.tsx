import type { ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'

const INSET = 2

/** Splits a series into stretches without gaps, as indexes. */
function stretches(values: readonly (number | null)[]): readonly (readonly [number, number])[][] {
  const found: (readonly [number, number])[][] = [[]]
  values.forEach((value, index) => {
    if (value === null) found.push([])
    else found.at(-1)?.push([index, value])
  })
  return found.filter((stretch) => stretch.length > 0)
}

/**
 * A line of values over time, without axes.
 * @param props.label accessible description. Default: screen readers skip the sparkline
 * @param props.values oldest first; null for a gap
 */
export function Sparkline(props: {
  values: readonly (number | null)[]
  label?: string
  width?: number
  height?: number
  className?: string
}): ReactNode {
  const { values, width = 96, height = 24 } = props
  const known = values.filter((value) => value !== null)
  const most = Math.max(...known, 0)
  const least = Math.min(...known, most)
  const x = (index: number): number => INSET + (index / Math.max(values.length - 1, 1)) * (width - 2 * INSET)
  const y = (value: number): number =>
    height - INSET - ((value - least) / (most - least || 1)) * (height - 2 * INSET)
  const last = stretches(values).at(-1)?.at(-1)
  return (
    <span className={classNames('inline-block text-chart-1', props.className)}>
      {props.label !== undefined && <span className="sr-only">{props.label}</span>}
      <svg
        aria-hidden="true"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        className="block"
      >
        {stretches(values).map((stretch) => (
          <polyline
            key={stretch[0]?.[0]}
            points={stretch
              .map(([index, value]) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`)
              .join(' ')}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinejoin="round"
            strokeLinecap="round"
          />
        ))}
        {last !== undefined && <circle cx={x(last[0])} cy={y(last[1])} r="2" fill="currentColor" />}
      </svg>
    </span>
  )
}
