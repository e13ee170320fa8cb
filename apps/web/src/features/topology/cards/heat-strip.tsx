import { healthAppearance } from '@binnacle/ui'
import type { ReactNode } from 'react'

/** The letters of a strip. The height of a tick shows the health, like its color. */
const ticks: ReadonlyMap<string, { word: string; top: number; className: string }> = new Map([
  ['h', { word: 'healthy', top: 8, className: 'fill-healthy-fill' }],
  ['w', { word: 'warning', top: 4, className: 'fill-warning-fill' }],
  ['u', { word: 'unhealthy', top: 0, className: 'fill-unhealthy-fill' }],
  ['-', { word: 'unknown', top: 10, className: 'fill-line-strong' }],
])
const nothing = { word: 'unknown', top: 10, className: 'fill-line-strong' }

const HEIGHT = 12
const PITCH = 6
const WIDTH = 4

/** Hours of each health as text, the worst first: `2 hours unhealthy, 22 hours healthy`. */
export function describeStrip(strip: string): string {
  return ['u', 'w', 'h', '-']
    .flatMap((letter) => {
      const hours = strip.split('').filter((own) => own === letter).length
      const word = (ticks.get(letter) ?? nothing).word
      return hours === 0 ? [] : [`${hours} ${hours === 1 ? 'hour' : 'hours'} ${word}`]
    })
    .join(', ')
}

/** The worst health of each of the last hours, the newest at the right. */
export function HeatStrip({ strip, end }: { strip: string; end: number }): ReactNode {
  const letters = strip.split('')
  const width = letters.length * PITCH - (PITCH - WIDTH)
  return (
    <span className="block" data-strip={strip}>
      <span className="sr-only">{`Last ${letters.length} hours: ${describeStrip(strip)}`}</span>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width={width}
        height={HEIGHT}
        className="max-w-full forced-color-adjust-none"
        preserveAspectRatio="xMinYMid meet"
      >
        {letters.map((letter, index) => {
          const { word, top, className } = ticks.get(letter) ?? nothing
          const hoursAgo = letters.length - index
          return (
            <rect
              // Hours have no identity but their place.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              x={index * PITCH}
              y={top}
              width={WIDTH}
              height={HEIGHT - top}
              rx="1"
              className={className}
            >
              <title>{`${hourText(end - hoursAgo * 3_600_000)}: ${healthAppearance(word).word}`}</title>
            </rect>
          )
        })}
      </svg>
    </span>
  )
}

/** The hour of a time as people write it, in their own zone. */
function hourText(time: number): string {
  return new Date(time).toLocaleString('en', {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })
}
