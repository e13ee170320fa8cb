import { MINUTE } from '../core/index.ts'
import { fail, type Result, succeed } from '../core/result.ts'
import { parseDuration } from '../text/index.ts'

/** Source: NOT-019. */
export const SHORT_DURATION = 'Duration must be greater than 1 minute'

const NANOSECONDS = 1_000_000

/** A length of time in calendar months: `1M` or `1mo`. */
const monthPattern = /^(\d{1,3})(?:M|mo)$/

/**
 * Reads how long a rule must wait before it tells of the same resource again.
 * @param text a duration such as `1h`, or months such as `1M`. `1m` of the choices means one month too; a minute is
 * `60s`. Source: decision 10
 * @returns the text to store, or why it is not an interval
 */
export function readRepeatInterval(text: string): Result<string, string> {
  const written = text.trim()
  const months = monthPattern.exec(written === '1m' ? '1M' : written)
  if (months !== null) {
    const count = Number(months[1])
    return count === 0 ? fail(SHORT_DURATION) : succeed(`${count}M`)
  }
  const length = parseDuration(written)
  if (!length.ok) return length
  return length.value < MINUTE ? fail(SHORT_DURATION) : succeed(written)
}

/**
 * Reads a duration of at least one minute.
 * @returns whole nanoseconds, or why it is not one
 */
export function readRuleDuration(text: string): Result<number, string> {
  const length = parseDuration(text)
  if (!length.ok) return length
  return length.value < MINUTE ? fail(SHORT_DURATION) : succeed(Math.round(length.value * NANOSECONDS))
}

/** The least nanoseconds that a rule may wait. */
export const SHORTEST_WAIT = MINUTE * NANOSECONDS

const units = [
  ['d', 86_400_000_000_000],
  ['h', 3_600_000_000_000],
  ['m', 60_000_000_000],
  ['s', 1_000_000_000],
  ['ms', 1_000_000],
  ['us', 1_000],
  ['ns', 1],
] as const

/** Writes nanoseconds so that `readRuleDuration` reads the same number: `90m` is `1h30m`, nothing is rounded. */
export function formatNanoseconds(nanoseconds: number): string {
  let rest = Math.round(Math.abs(nanoseconds))
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? [] : [`${count}${unit}`]
  })
  return parts.length === 0 ? '0s' : parts.join('')
}
