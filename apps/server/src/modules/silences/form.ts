import { fail, type Problem, REQUIRED, type Result, succeed } from '@binnacle/contract/core'
import {
  EVERYTHING,
  isEmptySelector,
  resolveDateMath,
  type SilenceDraft,
  type SilenceForm,
  type SilenceSelector,
  type SilenceTarget,
  silenceTargets,
} from '@binnacle/contract/notifications'
import { selectsEverything } from './coverage.ts'
import { problemsOfFilter } from './filter.ts'
import { parseWindowSchedule } from './windows.ts'

/** What is stored of a form. */
export interface SilenceValues extends Readonly<Record<SilenceTarget, string | null>> {
  kind: SilenceForm['kind']
  name: string | null
  namespace: string
  description: string | null
  from: Date
  until: Date | null
  schedule: string | null
  time_zone: string | null
  duration: string | null
  covers: 'resource' | 'selector' | 'everything'
  recursive: boolean
  selector: SilenceSelector
  filter: string | null
}

/** Clients write the time of the server so. */
const SERVER_TIME = 'now()'

export interface FormContext {
  now: Date
  /** Whether the silence is new. A stored one may have ended. */
  isNew: boolean
  /** Whether the resource of the stored silence is gone. It then covers nothing, and goes on to. */
  coversGone?: boolean
}

type FormResult<Value> = Result<Value, Problem[]>

const problem = (path: string, message: string): FormResult<never> => fail([{ path, message }])

function readTime(
  path: 'from' | 'until',
  text: string,
  zone: string | undefined,
  now: Date,
): FormResult<Date> {
  if (text.trim() === SERVER_TIME) return succeed(now)
  const time = resolveDateMath(text, now, zone)
  return time.ok ? time : problem(path, time.failure)
}

type TimeValues = Pick<SilenceValues, 'from' | 'until' | 'schedule' | 'time_zone' | 'duration'>

/** Reads when a silence holds. */
export function readTimes(form: SilenceDraft, { now, isNew }: FormContext): FormResult<TimeValues> {
  const { schedule = '', duration, time_zone: zone } = form
  const recurs = schedule !== ''
  const given = { from: form.from ?? (recurs ? 'now' : ''), until: form.until ?? '' }
  if (given.from.trim() === '') return problem('from', REQUIRED)
  if (given.until.trim() === '' && !recurs) return problem('until', REQUIRED)
  const from = readTime('from', given.from, zone, now)
  if (!from.ok) return from
  const until = given.until.trim() === '' ? succeed(null) : readTime('until', given.until, zone, now)
  if (!until.ok) return until
  if (until.value !== null && until.value < from.value)
    return problem(
      'until',
      `It ends (${until.value.toISOString()}) before it starts (${from.value.toISOString()}). Choose a later end`,
    )
  if (isNew && until.value !== null && until.value < now)
    return problem('until', `It ended already (${until.value.toISOString()}). Choose an end in the future`)
  const ends = { from: from.value, until: until.value }
  if (!recurs) return succeed({ ...ends, schedule: null, time_zone: null, duration: null })
  if (duration === undefined) return problem('duration', REQUIRED)
  const cron = parseWindowSchedule(schedule, zone ?? 'UTC')
  if (!cron.ok) return problem('schedule', cron.failure)
  return succeed({ ...ends, schedule, time_zone: zone ?? 'UTC', duration })
}

type CoverageValues = Pick<SilenceValues, SilenceTarget | 'covers' | 'recursive' | 'selector' | 'filter'>

const confirmation = `It would silence every resource. Enter "${EVERYTHING}" to confirm`

/** Reads what a silence covers. */
export function readCoverage(
  form: SilenceDraft,
  { coversGone = false }: FormContext,
): FormResult<CoverageValues> {
  const targets = silenceTargets.filter((column) => form[column] !== undefined)
  if (targets.length > 1) return problem(targets[1] ?? '', 'Choose one resource only')
  const filter = form.filter === '' ? null : form.filter
  const problems = filter === null ? [] : problemsOfFilter(filter)
  if (problems.length > 0) return fail(problems)
  const values = {
    config_id: form.config_id ?? null,
    component_id: form.component_id ?? null,
    check_id: form.check_id ?? null,
    canary_id: form.canary_id ?? null,
    recursive: form.recursive,
    selector: targets.length === 0 ? form.selector : {},
    filter,
  }
  if (targets.length === 1) return succeed({ ...values, covers: 'resource' })
  const isNarrow = filter !== null || !selectsEverything(form.selector)
  if (isNarrow)
    // Its resource is gone. The rest must not cover more than before.
    return succeed({ ...values, covers: coversGone ? 'resource' : 'selector' })
  if (form.everything === EVERYTHING) return succeed({ ...values, covers: 'everything' })
  if (coversGone) return succeed({ ...values, covers: 'resource' })
  if (form.everything !== undefined || !isEmptySelector(form.selector))
    return problem('everything', confirmation)
  return problem('resource', REQUIRED)
}

/** Reads a form: what is stored of it, or what is wrong with it. */
export function readForm(form: SilenceForm, context: FormContext): FormResult<SilenceValues> {
  const times = readTimes(form, context)
  const coverage = readCoverage(form, context)
  if (!times.ok || !coverage.ok)
    return fail([...(coverage.ok ? [] : coverage.failure), ...(times.ok ? [] : times.failure)])
  const { kind, name = '', namespace, description = '' } = form
  if (times.value.schedule !== null && kind !== 'maintenance')
    return problem('schedule', 'Only maintenance recurs. A silence has one start and one end')
  return succeed({
    kind,
    name: name === '' ? null : name,
    namespace: namespace === '' ? 'default' : namespace,
    description: description === '' ? null : description,
    ...times.value,
    ...coverage.value,
  })
}
