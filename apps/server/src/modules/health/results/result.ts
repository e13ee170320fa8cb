import type { CheckState } from '@binnacle/contract/health'
import type { CheckOutcome, Json } from '@binnacle/plugin-kit/core'
import type { PreparedArtifact, PreparedArtifacts } from '../artifacts/prepare.ts'
import type { Findings } from '../pipeline/environment.ts'
import {
  type FinishedAttempt,
  type MetricSample,
  plainAttempt,
  type TransformedOutcome,
} from '../pipeline/index.ts'

/** The stored result of a run. */
export interface RunResult {
  time: Date
  state: CheckState
  /** Milliseconds */
  duration: number
  message: string | null
  error: string | null
  details: Readonly<Record<string, Json>> | null
}

/** The stored data for scripts of a run. */
export interface RunData {
  values: Readonly<Record<string, Json>>
  /** Milliseconds */
  durations: Readonly<Record<string, number>>
  /** Names of values that were too large. */
  leftOut: readonly string[]
}

/** A transformed check with its result. */
export interface TransformedResult extends Omit<
  TransformedOutcome,
  'state' | 'message' | 'error' | 'durationMilliseconds' | 'details'
> {
  result: RunResult
}

/** A finished run with everything it returned. */
export interface FinishedRun extends RunResult {
  /** Number of attempts; 1 without retries. */
  attempts: number
  /** Undefined if the run says nothing about transformed checks. */
  transformed: readonly TransformedResult[] | undefined
  samples: readonly MetricSample[]
  data: RunData | undefined
  /** What the check belongs to, or why nobody knows; undefined if the run says nothing about it. */
  related: FinishedAttempt['related']
  /** Files that the run left. */
  artifacts: readonly PreparedArtifact[]
}

const LONGEST_TEXT = 4_096
const LONGEST_DETAIL = 16_384
const MOST_DETAILS = 65_536
/** Characters of a name. */
export const LONGEST_NAME = 253
const LONGEST_LABEL = 1_024
/** Longest duration in milliseconds: a transform can return any number, and the column has four bytes. */
const LONGEST_DURATION = 365 * 86_400_000
const SHORTEST_DURATION = 0.000_001

/** Makes a text storable: PostgreSQL stores no null character, and JSON no half of a surrogate pair. */
export function storable(text: string, longest: number): string {
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

function storableDuration(milliseconds: number): number {
  return milliseconds < SHORTEST_DURATION ? 0 : Math.min(LONGEST_DURATION, milliseconds)
}

/** Converts an outcome to a storable result: limited, well-formed, with a duration. */
export function toResult(outcome: CheckOutcome, time: Date, wallMilliseconds: number): RunResult {
  const text = (value: string | undefined) =>
    value === undefined || value === '' ? null : storable(value, LONGEST_TEXT)
  return {
    time,
    state: outcome.state,
    duration: storableDuration(outcome.durationMilliseconds ?? wallMilliseconds),
    message: text(outcome.message),
    error: text(outcome.error),
    details: detailsOf(outcome),
  }
}

/** Limits the data for scripts. It leaves out the largest values first. */
function toData({ values, durations }: Findings): RunData {
  const sizes = Object.entries(values)
    .map(([name, value]) => {
      const stored = tidy(value)
      return { name: storable(name, 200), stored, size: JSON.stringify(stored).length }
    })
    .toSorted((a, b) => a.size - b.size)
  let size = 0
  const fits = sizes.filter((entry) => (size += entry.size) <= MOST_DETAILS)
  return {
    values: Object.fromEntries(fits.map(({ name, stored }) => [name, stored])),
    durations,
    leftOut: sizes.slice(fits.length).map(({ name }) => name),
  }
}

/** Converts a check that did not run by itself to its storable form: limited and well-formed. */
export function toTransformed(transformed: TransformedOutcome, time: Date): TransformedResult {
  const { state, message, error, durationMilliseconds, details, ...what } = transformed
  const text = (value: string | undefined, longest: number) =>
    value === undefined ? undefined : storable(value, longest)
  const outcome: CheckOutcome = {
    state,
    durationMilliseconds,
    ...(message === undefined ? {} : { message }),
    ...(error === undefined ? {} : { error }),
    ...(details === undefined ? {} : { details }),
  }
  return {
    ...what,
    type: storable(what.type, LONGEST_NAME),
    name: storable(what.name, LONGEST_NAME),
    namespace: text(what.namespace, LONGEST_NAME),
    description: text(what.description, LONGEST_TEXT),
    icon: text(what.icon, LONGEST_NAME),
    endpoint: text(what.endpoint, LONGEST_TEXT),
    labels: Object.fromEntries(
      Object.entries(what.labels).map(([key, value]) => [
        storable(key, LONGEST_NAME),
        storable(value, LONGEST_LABEL),
      ]),
    ),
    result: toResult(outcome, time, durationMilliseconds),
  }
}

/** Converts everything that a run returned to its storable form. */
export function toFinishedRun(
  { outcome, findings, transformed, samples, related }: FinishedAttempt,
  time: Date,
  attempts = 1,
): FinishedRun {
  return {
    attempts,
    ...toResult(outcome, time, 0),
    transformed: transformed?.map((each) => toTransformed(each, time)),
    samples,
    data: findings === undefined ? undefined : toData(findings),
    related,
    artifacts: [],
  }
}

/** Adds artifacts to a run. Its details name the files that are not stored. */
export function withArtifacts(run: FinishedRun, { artifacts, leftOut }: PreparedArtifacts): FinishedRun {
  if (leftOut.length === 0) return { ...run, artifacts }
  const before = run.details?.['leftOut']
  const all = [...(Array.isArray(before) ? before : []), ...leftOut]
  return { ...run, artifacts, details: { ...run.details, leftOut: all } }
}

/** A run with only a result. */
export function plainRun(outcome: CheckOutcome, time: Date): FinishedRun {
  return toFinishedRun(plainAttempt(outcome), time)
}
