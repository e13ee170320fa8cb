import { fail, type Result, succeed } from '@binnacle/contract/core'

/** Durations that the history offers to filter by. */
export const durationChoices = ['100ms', '500ms', '1s', '5s', '10s', '30s'] as const

/** What is said of a duration in any other form, as the specification words it. */
const DURATION_MESSAGE = 'duration is allowed only in milli seconds & seconds'

/** Reads a duration filter: a number followed by ms or s. @returns milliseconds */
export function parseDurationFilter(text: string): Result<number, string> {
  const match = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(text.trim())
  if (match === null) return fail(DURATION_MESSAGE)
  return succeed(Number(match[1]) * (match[2] === 's' ? 1_000 : 1))
}
