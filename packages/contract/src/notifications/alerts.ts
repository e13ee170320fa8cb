import * as z from 'zod/mini'

const nullableText = z.nullable(z.string())

/** What an alert is at present. */
export const alertStates = ['open', 'acknowledged', 'snoozed', 'over'] as const
export type AlertState = (typeof alertStates)[number]

/** Why an alert is over. */
export const alertEnds = ['recovered', 'deleted', 'disabled', 'unmatched', 'resolved'] as const
export type AlertEnd = (typeof alertEnds)[number]

/** What people read of the end of an alert. */
export const alertEndLabels: Readonly<Record<AlertEnd, string>> = {
  recovered: 'Recovered',
  deleted: 'Deleted',
  disabled: 'Switched off',
  unmatched: 'No longer watched',
  resolved: 'Resolved',
}

/** What keeps a message back that is due. Each ends by itself or is looked at every minute. */
export const holdKinds = [
  'silence',
  'inhibition',
  'acknowledgement',
  'snooze',
  'repeat interval',
  'limit',
  'quiet hours',
  'flapping',
  'broken way',
  'closing delay',
] as const
export type HoldKind = (typeof holdKinds)[number]

/** What people read of a hold. */
export const holdLabels: Readonly<Record<HoldKind, string>> = {
  silence: 'Silenced',
  inhibition: 'Something it depends on is unhealthy',
  acknowledgement: 'Acknowledged',
  snooze: 'Snoozed',
  'repeat interval': 'Repeat interval',
  limit: 'Rate limited',
  'quiet hours': 'Quiet hours',
  flapping: 'Flapping',
  'broken way': 'A recipient cannot be reached',
  'closing delay': 'Well, unless it fails again soon',
}

/** A row of the relation `alert_told`: what one recipient knows of an alert. */
export const alertToldRow = z.object({
  alert_id: z.string(),
  recipient: z.string(),
  recipient_name: z.string(),
  person_id: nullableText,
  team_id: nullableText,
  notification_id: z.string(),
  group_id: z.string(),
  knows: z.enum(['nothing', 'open', 'over']),
  known_at: nullableText,
  /** The message that is on its way, a row of the send history. */
  send_id: nullableText,
  /** When that message goes out. */
  due_at: nullableText,
  held_by: z.nullable(z.enum(holdKinds)),
  held_until: nullableText,
  held_since: nullableText,
})
export type AlertToldRow = z.output<typeof alertToldRow>

/** Kinds of entries of the timeline of an alert. */
const alertNoteKinds = [
  'opened',
  'worse',
  'acknowledged',
  'unacknowledged',
  'snoozed',
  'woken',
  'assigned',
  'silenced',
  'resolved',
  'reopened',
  'flapping',
  'steady',
  'well',
  'over',
] as const

/** A row of the relation `alert_notes`. */
export const alertNoteRow = z.object({
  id: z.string(),
  alert_id: z.string(),
  at: z.string(),
  kind: z.enum(alertNoteKinds),
  text: z.string(),
  person_id: nullableText,
})
export type AlertNoteRow = z.output<typeof alertNoteRow>

/** What people do about alerts. Each but `silence` has its undo: silences are ended where they are listed. */
const alertVerbs = [
  'acknowledge',
  'unacknowledge',
  'snooze',
  'wake',
  'resolve',
  'reopen',
  'assign',
  'silence',
] as const
export type AlertVerb = (typeof alertVerbs)[number]

/** Most alerts of one request. */
export const MOST_ACTED = 500

const minutes = z.int().check(z.minimum(1), z.maximum(30 * 24 * 60))

/** What a person does about alerts. */
export const alertAct = z.object({
  ids: z.array(z.uuid('is not an id')).check(z.minLength(1), z.maxLength(MOST_ACTED)),
  verb: z.enum(alertVerbs),
  /** Until when: of `acknowledge` (without: until it is over) and of `snooze` (which needs it). */
  minutes: z.optional(minutes),
  /** To whom: of `assign`; null takes it away. */
  personId: z.optional(z.nullable(z.uuid('is not an id'))),
  /** Until when: of `silence`, which needs it. ISO 8601 or date math, such as `now+1h`. */
  until: z.optional(z.string().check(z.maxLength(100))),
})
export type AlertAct = z.output<typeof alertAct>

/** The alerts that changed; the others were so already, or are over. */
export const alertActed = z.object({ changed: z.array(z.string()) })
