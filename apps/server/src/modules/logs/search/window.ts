import { HOUR } from '@binnacle/contract/core'
import { parseDuration } from '@binnacle/contract/text'
import { RequestError } from '../../../platform/errors.ts'

/** A range of time. Both ends belong to it. */
export interface Window {
  from: Date
  to: Date
}

/** The end of the year 9999. */
const FARTHEST = 253_402_300_799_999

function invalid(path: string, message: string): RequestError {
  return new RequestError('EINVALID', `${path}: ${message}`, [{ path, message }])
}

/** A time: ISO 8601, `now`, `now-15m`, or a length of time before now, such as `15m`. */
function readMoment(path: string, text: string, now: Date): Date {
  const written = text.trim()
  if (written === 'now') return now
  const length = parseDuration(written.replace(/^now-/u, ''))
  if (length.ok) return new Date(now.getTime() - length.value)
  const time = Date.parse(written)
  // Databases and backends know fewer years than JavaScript.
  if (Number.isNaN(time) || time < 0 || time > FARTHEST)
    throw invalid(path, `"${text}" is not a time; write 2026-11-23T10:00:00Z, or 15m for 15 minutes ago`)
  return new Date(time)
}

/**
 * The range of time of a request.
 * @throws RequestError if a time cannot be read, or the start is after the end
 */
export function readWindow(
  { start, end }: { start?: string | undefined; end?: string | undefined },
  now: Date,
): Window {
  const to = end === undefined || end === '' ? now : readMoment('end', end, now)
  const from =
    start === undefined || start === '' ? new Date(to.getTime() - HOUR) : readMoment('start', start, now)
  if (from.getTime() > to.getTime() && from.getTime() <= now.getTime())
    throw invalid('start', 'the start is after the end')
  return { from, to }
}

/** What to say of a range that has no lines yet; undefined if it has begun. */
export function futureNote({ from }: Window, now: Date): string | undefined {
  return from.getTime() > now.getTime()
    ? 'This time range is in the future, so there are no lines yet'
    : undefined
}
