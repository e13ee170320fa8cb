import { healthAppearance, timeZone } from '@binnacle/ui'
import type { ReactNode } from 'react'

const nothing = { word: 'unknown', top: 10, className: 'fill-line-strong' }
/** The letters of a strip. The height of a tick shows the health, like its color. */
const ticks: ReadonlyMap<string, typeof nothing> = new Map([
  ['h', { word: 'healthy', top: 8, className: 'fill-healthy-fill' }],
  ['w', { word: 'warning', top: 4, className: 'fill-warning-fill' }],
  ['u', { word: 'unhealthy', top: 0, className: 'fill-unhealthy-fill' }],
  ['-', nothing],
])

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

/** The outline of a tick with round corners. */
function tickAt(index: number, top: number): string {
  const side = HEIGHT - top - 2
  return `M${index * PITCH} ${top + 1}a1 1 0 0 1 1-1h${WIDTH - 2}a1 1 0 0 1 1 1v${side}a1 1 0 0 1-1 1h${2 - WIDTH}a1 1 0 0 1-1-1z`
}

/**
 * The worst health of each of the last hours, the newest at the right. A page has hundreds of them, so the ticks of a health
 * are one shape, and the words of an hour are made when the pointer is on it.
 */
export function HeatStrip({ strip, end }: { strip: string; end: number }): ReactNode {
  const letters = strip.split('')
  const width = letters.length * PITCH - (PITCH - WIDTH)
  const shapes = Map.groupBy(letters.keys(), (index) => ticks.get(letters[index] ?? '') ?? nothing)
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
        onPointerMove={({ currentTarget, clientX }) => {
          const { left, width: shown } = currentTarget.getBoundingClientRect()
          const title = currentTarget.querySelector('title')
          if (title !== null)
            title.textContent = hourOf(strip, end, Math.floor(((clientX - left) / shown) * letters.length))
        }}
      >
        <title />
        {Array.from(shapes, ([{ top, className }, indexes]) => (
          <path
            key={className}
            className={className}
            d={indexes.map((index) => tickAt(index, top)).join('')}
          />
        ))}
        {/* The pointer is also on an hour between its tick and the top. */}
        <rect width={width} height={HEIGHT} fill="transparent" />
      </svg>
    </span>
  )
}

/** An hour of a strip in words, with the time at which it begins, in the zone of the person. */
export function hourOf(strip: string, end: number, index: number): string {
  const { word } = ticks.get(strip[index] ?? '') ?? nothing
  const begin = new Date(end - (strip.length - index) * 3_600_000).toLocaleString('en', {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZone: timeZone(),
  })
  return `${begin}: ${healthAppearance(word).word}`
}
