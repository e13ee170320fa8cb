import { DAY, fail, MINUTE, type Result, succeed } from '@binnacle/contract/core'
import { z } from 'zod'
import { fingerprintOf, type Labels } from './fingerprint.ts'

/** An alert without an end is over when it was not sent for so long. Alertmanager's default. */
export const RESOLVE_TIMEOUT = 5 * MINUTE
/**
 * Longest time until the end of an alert, whatever its sender says: the clock of the sender may be ahead. Webhooks say
 * when an alert ends, and repeat it within five days at most, because their sender forgets it after that.
 */
export const LONGEST_FUTURE = 7 * DAY
/** Earliest start of an alert, before now. */
const LONGEST_PAST = 366 * DAY

const MOST_LABELS = 64
const LONGEST_NAME = 128
const LONGEST_LABEL = 1_024
const LONGEST_ANNOTATION = 4_096
/** Characters of all labels of an alert, and of all annotations: thousands of alerts are in one answer. */
const MOST_LABEL_TEXT = 8_192
const MOST_ANNOTATION_TEXT = 16_384
const LONGEST_ADDRESS = 2_048

/** An alert that another system sent, with limits applied. */
export interface ReceivedAlert {
  fingerprint: string
  labels: Labels
  annotations: Labels
  generatorUrl: string | undefined
  startsAt: Date
  endsAt: Date
  isFiring: boolean
}

/**
 * Who decides whether an alert fires. A client of the API sends it again and again, and its end decides. A webhook says
 * so once.
 */
export type Sending = 'api' | 'webhook'

const texts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String))

const postedAlert = z.object({
  labels: texts,
  annotations: texts.nullish(),
  startsAt: z.string().nullish(),
  endsAt: z.string().nullish(),
  generatorURL: z.string().nullish(),
  status: z.string().nullish(),
})

/** PostgreSQL stores no null character, and JSON no half of a surrogate pair. */
function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`
}

/** Texts that can be stored, without empty ones: an empty label is the same as none. */
function cleanTexts(given: Labels): Labels {
  return Object.fromEntries(
    Object.entries(given)
      .map(([name, value]) => [clean(name), clean(value)] as const)
      .filter(([name, value]) => name !== '' && value !== ''),
  )
}

/** Limits texts. One that does not fit in any more is left out. */
function limitTexts(given: Labels, longest: number, most: number): Labels {
  let left = most
  return Object.fromEntries(
    Object.entries(given)
      .slice(0, MOST_LABELS)
      .map(([name, value]): [string, string] => [cut(name, LONGEST_NAME), cut(value, longest)])
      .filter(([name, value]) => {
        const length = name.length + value.length
        if (length > left) return false
        left -= length
        return true
      }),
  )
}

/**
 * The time of an RFC 3339 text.
 * @returns undefined if the sender gives none; programs in Go then send the year 1
 */
function timeOf(text: string | null | undefined): Result<Date | undefined, undefined> {
  if (text === null || text === undefined || text === '') return succeed(undefined)
  const time = /^\d{4}-\d\d-\d\dT/.test(text) ? new Date(text) : new Date(Number.NaN)
  if (Number.isNaN(time.getTime())) return fail(undefined)
  return succeed(time.getUTCFullYear() <= 1 ? undefined : time)
}

interface Span {
  startsAt: Date
  endsAt: Date
  isFiring: boolean
}

/** When an alert began and ends. Limits what a wrong clock of the sender can do. */
function spanOf(
  sending: Sending,
  status: string | undefined,
  { starts, ends }: { starts: Date | undefined; ends: Date | undefined },
  now: Date,
): Span {
  const instant = now.getTime()
  const startsAt = new Date(
    Math.min(instant, Math.max(instant - LONGEST_PAST, (starts ?? ends ?? now).getTime())),
  )
  const isFiring =
    sending === 'webhook' && status !== undefined
      ? status !== 'resolved'
      : ends === undefined || ends.getTime() > instant
  const silent = sending === 'webhook' ? LONGEST_FUTURE : RESOLVE_TIMEOUT
  const named = ends !== undefined && ends.getTime() > instant ? ends.getTime() : instant + silent
  const endsAt = isFiring
    ? Math.min(named, instant + LONGEST_FUTURE)
    : Math.max(startsAt.getTime(), Math.min(instant, (ends ?? now).getTime()))
  return { startsAt, endsAt: new Date(endsAt), isFiring }
}

/**
 * Parses an alert as Prometheus, Alertmanager or Grafana sends it.
 * @param status of the whole message, where the alert has none
 * @returns the alert, or what is wrong with it
 */
export function parseAlert(
  given: unknown,
  { sending, status, now }: { sending: Sending; status?: string | undefined; now: Date },
): Result<ReceivedAlert, string> {
  const parsed = postedAlert.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return fail(`${issue?.path.join('.') || 'alert'}: ${issue?.message ?? 'is not valid'}`)
  }
  const { data } = parsed
  const labels = cleanTexts(data.labels)
  if (Object.keys(labels).length === 0) return fail('labels: an alert needs a label')
  const starts = timeOf(data.startsAt)
  if (!starts.ok) return fail(`startsAt: "${cut(clean(data.startsAt ?? ''), 40)}" is not a time`)
  const ends = timeOf(data.endsAt)
  if (!ends.ok) return fail(`endsAt: "${cut(clean(data.endsAt ?? ''), 40)}" is not a time`)
  if (starts.value !== undefined && ends.value !== undefined && ends.value < starts.value)
    return fail('endsAt: is before startsAt')
  const generatorUrl = clean(data.generatorURL ?? '')
  return succeed({
    fingerprint: fingerprintOf(labels),
    labels: limitTexts(labels, LONGEST_LABEL, MOST_LABEL_TEXT),
    annotations: limitTexts(cleanTexts(data.annotations ?? {}), LONGEST_ANNOTATION, MOST_ANNOTATION_TEXT),
    generatorUrl: generatorUrl === '' || generatorUrl.length > LONGEST_ADDRESS ? undefined : generatorUrl,
    ...spanOf(sending, data.status ?? status, { starts: starts.value, ends: ends.value }, now),
  })
}
