import type { CheckState } from '@binnacle/contract'
import type { CheckOutcome, Json } from '@binnacle/plugin-kit'

/** A finished run, as it is stored. */
export interface RunResult {
  time: Date
  state: CheckState
  /** Milliseconds */
  duration: number
  message: string | null
  error: string | null
  details: Readonly<Record<string, Json>> | null
}

const LONGEST_TEXT = 4_096
const LONGEST_DETAIL = 16_384
const MOST_DETAILS = 65_536

/** PostgreSQL stores no NUL, and JSON no half of a surrogate pair. */
function storable(text: string, longest: number): string {
  const clean = text.replaceAll('\0', '').toWellFormed()
  return clean.length <= longest ? clean : `${clean.slice(0, longest)}…`
}

function tidy(value: Json): Json {
  if (typeof value === 'string') return storable(value, LONGEST_DETAIL)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (Array.isArray(value)) return value.map(tidy)
  if (value !== null && typeof value === 'object') return tidyRecord(value)
  return value
}

function tidyRecord(record: object): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]: [string, Json]) => [storable(key, 200), tidy(value)]),
  )
}

function detailsOf(outcome: CheckOutcome): RunResult['details'] {
  if (outcome.details === undefined) return null
  const details = tidyRecord(outcome.details)
  return JSON.stringify(details).length <= MOST_DETAILS
    ? details
    : { truncated: true, excerpt: storable(JSON.stringify(details), LONGEST_DETAIL) }
}

/** Makes a run's outcome fit to be stored: bounded, well-formed, with a duration. */
export function toResult(outcome: CheckOutcome, time: Date, wallMilliseconds: number): RunResult {
  const text = (value: string | undefined) =>
    value === undefined || value === '' ? null : storable(value, LONGEST_TEXT)
  return {
    time,
    state: outcome.state,
    duration: Math.max(0, outcome.durationMilliseconds ?? wallMilliseconds),
    message: text(outcome.message),
    error: text(outcome.error),
    details: detailsOf(outcome),
  }
}
