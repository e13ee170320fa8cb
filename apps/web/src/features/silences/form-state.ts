import { REQUIRED } from '@binnacle/contract/core'
import { type SubjectKind } from '@binnacle/contract/kinds'
import {
  EVERYTHING,
  resolveDateMath,
  type SilenceKind,
  type SilenceSelector,
  type SilenceTarget,
} from '@binnacle/contract/notifications'
import { parseDuration } from '@binnacle/contract/text'
import type { ComboboxOption } from '@binnacle/ui'

/** What a silence can cover: one resource, those that match, or all. */
const scopes = ['config_id', 'component_id', 'check_id', 'canary_id', 'selector', 'everything'] as const
export type Scope = (typeof scopes)[number]

/** How maintenance repeats. */
const repetitions = ['once', 'weekly', 'cron'] as const
export type Repetition = (typeof repetitions)[number]

/** The form of a silence as it is filled in. */
export interface SilenceFormValues {
  kind: SilenceKind
  name: string
  description: string
  namespace: string
  scope: Scope
  /** The chosen resource, for scopes with one. */
  resource: ComboboxOption | null
  recursive: boolean
  kinds: readonly SubjectKind[]
  /** Patterns, separated by commas. */
  types: string
  namespaces: string
  names: string
  labels: string
  filter: string
  /** Typed to silence everything. */
  confirmation: string
  /** Date math, ISO 8601, or a time of the zone such as `2026-05-01 08:00`. */
  from: string
  until: string
  repeats: Repetition
  /** Days of the week, 0 for Sunday. */
  days: readonly number[]
  /** Start of each window, such as `02:00`. */
  at: string
  schedule: string
  duration: string
  timeZone: string
}

/** Names of form fields that can have an error. */
type FormField =
  | 'resource'
  | 'selector'
  | 'filter'
  | 'confirmation'
  | 'from'
  | 'until'
  | 'schedule'
  | 'duration'
  | 'timeZone'
  | 'days'
  | 'at'

type FormProblems = Readonly<Partial<Record<FormField, string>>>

/** A new silence. @param zone in which the person reads times */
export function emptyForm(zone: string): SilenceFormValues {
  return {
    kind: 'silence',
    name: '',
    description: '',
    namespace: 'default',
    scope: 'check_id',
    resource: null,
    recursive: false,
    kinds: [],
    types: '',
    namespaces: '',
    names: '',
    labels: '',
    filter: '',
    confirmation: '',
    from: 'now',
    until: 'now+1h',
    repeats: 'once',
    days: [0],
    at: '02:00',
    schedule: '0 2 1 * *',
    duration: '2h',
    timeZone: zone,
  }
}

/** Whether a scope is one resource. */
export function isTarget(scope: Scope): scope is SilenceTarget {
  return scope !== 'selector' && scope !== 'everything'
}

function listOf(text: string): string[] | undefined {
  const items = text.split(',').flatMap((item) => {
    const trimmed = item.trim()
    return trimmed === '' ? [] : [trimmed]
  })
  return items.length === 0 ? undefined : items
}

/** Returns the selector of a form without its empty fields. */
function selectorOf(values: SilenceFormValues): SilenceSelector {
  const { kinds, labels } = values
  const given = {
    kinds: kinds.length === 0 ? undefined : [...kinds],
    types: listOf(values.types),
    namespaces: listOf(values.namespaces),
    names: listOf(values.names),
    labels: labels.trim() === '' ? undefined : labels.trim(),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** Whether the form repeats a window. */
export function recurs({ kind, repeats }: SilenceFormValues): boolean {
  return kind === 'maintenance' && repeats !== 'once'
}

/** Returns the cron expression of weekly windows. */
export function weeklySchedule(days: readonly number[], at: string): string {
  const [hour = '0', minute = '0'] = at.split(':')
  const which = days.length === 7 ? '*' : days.toSorted((one, other) => one - other).join(',')
  return `${Number(minute)} ${Number(hour)} * * ${which}`
}

/** Reads a cron expression that weekly windows can show. */
export function readWeekly(schedule: string): { days: number[]; at: string } | undefined {
  const match = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-6](?:,[0-6])*)$/.exec(schedule)
  if (match === null) return undefined
  const [, minute = '', hour = '', days = ''] = match
  return {
    days: days === '*' ? [0, 1, 2, 3, 4, 5, 6] : days.split(',').map(Number),
    at: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`,
  }
}

/** What the server is asked with. */
export type CoverageBody = Readonly<Record<string, unknown>>

/** What the silence covers, for the preview and for saving. */
export function coverageBody(values: SilenceFormValues): CoverageBody {
  const { scope, resource, recursive, filter } = values
  const body = filter.trim() === '' ? {} : { filter: filter.trim() }
  if (scope === 'everything') return { ...body, everything: EVERYTHING }
  if (scope === 'selector') return { ...body, selector: selectorOf(values) }
  return resource === null ? body : { ...body, [scope]: resource.value, recursive }
}

/** Whether the form says what to cover. */
export function hasCoverage(values: SilenceFormValues): boolean {
  if (values.scope === 'everything') return true
  if (values.scope === 'selector')
    return values.filter.trim() !== '' || Object.keys(selectorOf(values)).length > 0
  return values.resource !== null
}

interface TimesResult {
  body: Readonly<Record<string, unknown>>
  problems: FormProblems
}

/** Reads when the silence holds. Times are resolved here, so that they mean what the person saw. */
export function timesBody(values: SilenceFormValues, now: Date, zone: string): TimesResult {
  const problems: Partial<Record<FormField, string>> = {}
  const read = (field: 'from' | 'until', required: boolean): Date | undefined => {
    const text = values[field].trim()
    if (text === '') {
      if (required) problems[field] = REQUIRED
      return undefined
    }
    const time = resolveDateMath(text, now, zone)
    if (!time.ok) problems[field] = time.failure
    return time.ok ? time.value : undefined
  }
  const repeating = recurs(values)
  const from = read('from', !repeating)
  const until = read('until', !repeating)
  if (from !== undefined && until !== undefined && until < from)
    problems.until = 'It ends before it starts. Choose a later end'
  const ends = {
    from: from?.toISOString() ?? 'now',
    ...(until === undefined ? {} : { until: until.toISOString() }),
  }
  if (!repeating) return { body: ends, problems }
  if (!parseDuration(values.duration).ok) problems.duration = 'Enter a duration such as 2h or 90m'
  const weekly = values.repeats === 'weekly'
  if (weekly && values.days.length === 0) problems.days = 'Choose a day'
  if (weekly && !/^\d{1,2}:\d{2}$/.test(values.at)) problems.at = 'Enter a time such as 02:00'
  if (!weekly && values.schedule.trim() === '') problems.schedule = REQUIRED
  const schedule = weekly ? weeklySchedule(values.days, values.at) : values.schedule.trim()
  return { body: { ...ends, schedule, duration: values.duration, time_zone: values.timeZone }, problems }
}

/**
 * Validates a form.
 * @param coversAll whether it covers every resource, so that the person has to confirm it
 * @returns what to send, and what is wrong
 */
export function readForm(
  values: SilenceFormValues,
  { now, zone, coversAll }: { now: Date; zone: string; coversAll: boolean },
): TimesResult {
  const times = timesBody(values, now, zone)
  const problems: Partial<Record<FormField, string>> = { ...times.problems }
  if (!hasCoverage(values)) problems[isTarget(values.scope) ? 'resource' : 'selector'] = REQUIRED
  if (coversAll && values.confirmation.trim() !== EVERYTHING)
    problems.confirmation = `Enter "${EVERYTHING}" to confirm`
  const { kind, name, description, namespace } = values
  const body = {
    kind,
    name,
    description,
    namespace,
    ...times.body,
    ...coverageBody(values),
    ...(coversAll ? { everything: EVERYTHING } : {}),
  }
  return { body, problems }
}
