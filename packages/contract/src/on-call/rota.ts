import { REQUIRED } from '../core/index.ts'
import * as z from 'zod/mini'

const NAME_LENGTH = 200

/** A name that a person types. */
export const onCallName = z
  .string(REQUIRED)
  .check(
    z.trim(),
    z.minLength(1, REQUIRED),
    z.maxLength(NAME_LENGTH, `must have at most ${NAME_LENGTH} characters`),
  )

/** Whether a text names a time zone that this runtime knows. */
function isTimeZone(text: string): boolean {
  // Offsets such as +02:00 are accepted by some runtimes, but have no clock change, which surprises people.
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export const zoneName = z
  .string('Choose a time zone')
  .check(
    z.maxLength(1_024, { abort: true }),
    z.refine(isTimeZone, { error: ({ input }) => `There is no time zone "${String(input)}"` }),
  )

/** A time of day on a clock on the wall, such as `09:30`. */
const wallTime = z
  .string('Enter a time such as 09:30')
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 09:30'))

/** A day of the calendar, such as `2026-11-23`. */
const calendarDate = z.iso.date('Enter a date such as 2026-11-23')

/** Days of the week by their number: 1 is Monday. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/**
 * Hours of some days of the week. If they end before they begin, or at the same time, they end on the next day.
 */
export const weeklyHours = z.object({
  days: z
    .array(z.int().check(z.minimum(1), z.maximum(7)), 'Choose a day')
    .check(z.minLength(1, 'Choose a day'), z.maxLength(7)),
  from: wallTime,
  to: wallTime,
})
export type WeeklyHours = z.output<typeof weeklyHours>

/** A shift of a rota, of an override or of a swap ends within a year, leap years included. */
const LONGEST_SHIFT = 366 * 86_400_000
const WEEKS_OF_YEAR = 52
const TOO_LONG = 'A shift is not longer than a year'

export const handoverUnits = ['hours', 'days', 'weeks'] as const

/** Most participants of a layer; somebody may be listed twice. */
const PARTICIPANTS = 50
/** Most hours of a layer. */
const HOURS = 14
/** Most layers of a rota. */
const LAYERS = 10

/** People who take turns. */
export const layer = z.object({
  name: onCallName,
  timeZone: zoneName,
  /** Ids of people, in the order of their turns. */
  participants: z
    .array(z.uuid('is not an id'), 'Choose people')
    .check(
      z.minLength(1, 'Choose at least one person'),
      z.maxLength(PARTICIPANTS, `must have at most ${PARTICIPANTS} people`),
    ),
  /** The day of the first turn. */
  start: calendarDate,
  /** The first day on which nobody of this layer is on call. Null: it goes on. */
  end: z.nullable(calendarDate),
  handover: z
    .object({
      every: z
        .int('Enter a whole number')
        .check(z.minimum(1, 'Enter at least 1'), z.maximum(366, 'Enter at most 366')),
      unit: z.enum(handoverUnits),
      at: wallTime,
    })
    .check(
      z.refine(({ every, unit }) => unit !== 'weeks' || every <= WEEKS_OF_YEAR, {
        error: TOO_LONG,
        path: ['every'],
      }),
    ),
  /** When people of this layer are on call. Empty: always. */
  hours: z.array(weeklyHours).check(z.maxLength(HOURS, `must have at most ${HOURS} entries`)),
})
export type Layer = z.output<typeof layer>

/** What somebody enters of a rota. Of layers that have somebody at an instant, the first one counts. */
export const rotaForm = z.object({
  name: onCallName,
  description: z._default(z.nullable(z.string().check(z.trim(), z.maxLength(2_000))), null),
  teamId: z._default(z.nullable(z.uuid('is not an id')), null),
  /** The zone in which the rota is shown. Each layer has its own. */
  timeZone: zoneName,
  layers: z.array(layer).check(z.maxLength(LAYERS, `must have at most ${LAYERS} layers`)),
  /** Whether those who come on call and those who go off get a message. */
  handoverNotices: z._default(z.boolean(), false),
})
export type RotaForm = z.output<typeof rotaForm>

/** A person as the answers name them. The name is empty if the account is gone. */
export const onCallPerson = z.object({ id: z.uuid(), name: z.string() })
export type OnCallPerson = z.output<typeof onCallPerson>

/** A stretch of time with one person on call, or nobody. Begins with `from` and ends before `to`. */
const shift = z.object({
  person: z.nullable(onCallPerson),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** The override that decides, if one does. */
  overrideId: z.nullable(z.uuid()),
})
export type Shift = z.output<typeof shift>

/** A rota in lists: who is on call now, and who is next. */
const rotaSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.nullable(z.string()),
  team: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  timeZone: z.string(),
  /** Ids of everyone in its layers. */
  participants: z.array(z.uuid()),
  /** The shift at present. Its `to` may be further away than what is shown. */
  now: shift,
  /** Whether the shift at present has no end in the next days. */
  goesOn: z.boolean(),
  /** The first later shift of somebody else; null if nobody else is on call in the next days. */
  next: z.nullable(shift),
  /** Whether the requesting person may add overrides. */
  mayOverride: z.boolean(),
})
export type RotaSummary = z.output<typeof rotaSummary>

export const rotaList = z.object({ rotas: z.array(rotaSummary), people: z.array(onCallPerson) })

/** A rota as it is edited. */
export const rotaDetails = z.object({
  id: z.uuid(),
  ...rotaForm.shape,
  description: z.nullable(z.string()),
  teamId: z.nullable(z.uuid()),
  handoverNotices: z.boolean(),
  people: z.array(onCallPerson),
})
export type RotaDetails = z.output<typeof rotaDetails>

/** Shifts of a rota; they follow each other without a hole. */
export const shiftList = z.object({ shifts: z.array(shift) })

/** Most days of which shifts are computed at once. */
export const SHIFT_DAYS = 100

const instant = z.iso.datetime({ error: 'Enter a date and a time', offset: true })

interface Range {
  from: string
  to: string
}
const endsAfterStart = ({ from, to }: Range): boolean => Date.parse(from) < Date.parse(to)
const endsWithinYear = ({ from, to }: Range): boolean => Date.parse(to) - Date.parse(from) <= LONGEST_SHIFT

/** Somebody replaces the person on call. */
export const overrideForm = z
  .object({
    personId: z.uuid('Choose a person'),
    from: instant,
    to: instant,
    reason: z._default(z.nullable(z.string().check(z.trim(), z.maxLength(500))), null),
  })
  .check(
    z.refine(endsAfterStart, { error: 'The end must be after the start', path: ['to'] }),
    z.refine(endsWithinYear, { error: TOO_LONG, path: ['to'] }),
  )
export type OverrideForm = z.output<typeof overrideForm>

const override = z.object({
  id: z.uuid(),
  rotaId: z.uuid(),
  person: onCallPerson,
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  reason: z.nullable(z.string()),
  createdBy: z.nullable(onCallPerson),
})
export type Override = z.output<typeof override>
export const overrideList = z.object({ overrides: z.array(override) })

const stretch = z
  .object({ from: instant, to: instant })
  .check(
    z.refine(endsAfterStart, { error: 'The end must be after the start', path: ['to'] }),
    z.refine(endsWithinYear, { error: TOO_LONG, path: ['to'] }),
  )

/** Somebody asks another person to take a shift, perhaps in exchange for one of theirs. */
export const swapForm = z.object({
  rotaId: z.uuid('Choose a rota'),
  /** Who is asked. */
  personId: z.uuid('Choose a person'),
  give: stretch,
  /** What the requesting person takes in return. */
  take: z._default(z.nullable(stretch), null),
  note: z._default(z.nullable(z.string().check(z.trim(), z.maxLength(500))), null),
})
export type SwapForm = z.output<typeof swapForm>

export const swapStates = ['asked', 'accepted', 'refused', 'withdrawn', 'expired'] as const
export type SwapState = (typeof swapStates)[number]

const swap = z.object({
  id: z.uuid(),
  rota: z.object({ id: z.uuid(), name: z.string() }),
  from: onCallPerson,
  to: onCallPerson,
  give: z.object({ from: z.iso.datetime(), to: z.iso.datetime() }),
  take: z.nullable(z.object({ from: z.iso.datetime(), to: z.iso.datetime() })),
  note: z.nullable(z.string()),
  state: z.enum(swapStates),
  askedAt: z.iso.datetime(),
})
export type Swap = z.output<typeof swap>
export const swapList = z.object({ swaps: z.array(swap) })
export const swapAnswer = z.object({ answer: z.enum(['accept', 'refuse', 'withdraw']) })

/** Shifts of the requesting person in all rotas. */
export const ownShiftList = z.object({
  shifts: z.array(z.extend(shift, { rota: z.object({ id: z.uuid(), name: z.string() }) })),
})
