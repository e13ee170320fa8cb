import { parseDuration, trimEndOf } from '@binnacle/contract/text'
import { Duration } from '@marcbachmann/cel-js/evaluator'

export { Duration }

const NANOSECONDS = 1_000_000_000n

/** Nanoseconds of a duration, the unit that Go counts in. */
export function nanoseconds(duration: Duration): bigint {
  return duration.seconds * NANOSECONDS + BigInt(duration.nanos)
}

/** Makes a duration of whole nanoseconds. */
export function ofNanoseconds(count: bigint): Duration {
  return new Duration(count / NANOSECONDS, Number(count % NANOSECONDS))
}

export function ofMilliseconds(milliseconds: number): Duration {
  return ofNanoseconds(BigInt(Math.round(milliseconds * 1e6)))
}

/** Reads `1h30m`, also with `d` and `w`, and with a sign in front. */
export function readDuration(text: string): Duration | undefined {
  const negative = text.startsWith('-')
  const read = parseDuration(text.replace(/^[-+]/, ''))
  if (!read.ok) return undefined
  return ofMilliseconds(negative ? -read.value : read.value)
}

/**
 * A duration as Go prints it: 1h30m0s, 1.5s, 250ms.
 * Source: documentation of Go's package time, Duration.String.
 */
export function goDuration(duration: Duration): string {
  const total = nanoseconds(duration)
  if (total === 0n) return '0s'
  const sign = total < 0n ? '-' : ''
  const size = total < 0n ? -total : total
  const fraction = (value: bigint, unit: bigint) => {
    const digits = trimEndOf((value % unit).toString().padStart(unit.toString().length - 1, '0'), '0')
    return `${value / unit}${digits === '' ? '' : `.${digits}`}`
  }
  if (size < 1_000n) return `${sign}${size}ns`
  if (size < 1_000_000n) return `${sign}${fraction(size, 1_000n)}µs`
  if (size < NANOSECONDS) return `${sign}${fraction(size, 1_000_000n)}ms`
  const seconds = size / NANOSECONDS
  const hours = seconds / 3_600n
  const minutes = (seconds / 60n) % 60n
  const rest = `${fraction(size % (60n * NANOSECONDS), NANOSECONDS)}s`
  if (hours > 0n) return `${sign}${hours}h${minutes}m${rest}`
  return minutes > 0n ? `${sign}${minutes}m${rest}` : `${sign}${rest}`
}
