import { REQUIRED } from '../core/index.ts'
import * as z from 'zod/mini'
import { connectionDraft } from '../connections/index.ts'
import { quietHours } from '../on-call/quiet-hours.ts'
import { holdKinds } from './alerts.ts'
import { flapping } from './rule-fields.ts'
import { notifiableEvents, subjectKinds } from '../kinds/kinds.ts'
import { decision } from './rules.ts'

/** An event that happened to a resource. */
const pastEvent = z.object({
  event: z.string(),
  kind: z.enum(subjectKinds),
  id: z.uuid(),
  name: z.string(),
  time: z.string(),
  /** Why the resource has its health. */
  reason: z.nullable(z.string()),
})
export type PastEvent = z.output<typeof pastEvent>

const text = z.optional(z.nullable(z.string().check(z.maxLength(100_000))))

/** A rule that may not be stored yet. */
const ruleDraft = z.strictObject({
  name: text,
  events: z.array(z.enum(notifiableEvents)).check(z.minLength(1, REQUIRED)),
  filter: text,
  title: text,
  template: text,
  properties: z.optional(z.nullable(z.record(z.string(), z.string()))),
  person_id: z.optional(z.nullable(z.uuid())),
  team_id: z.optional(z.nullable(z.uuid())),
  custom_services: z.optional(z.nullable(z.array(z.record(z.string(), z.unknown())))),
  group_by: z.optional(z.nullable(z.array(z.string()))),
  inhibit: z.optional(z.boolean()),
  fallback_person_id: z.optional(z.nullable(z.uuid())),
  fallback_team_id: z.optional(z.nullable(z.uuid())),
  fallback_custom_services: z.optional(z.nullable(z.array(z.record(z.string(), z.unknown())))),
  /** Nanoseconds. */
  fallback_delay: z.optional(z.nullable(z.number())),
  further_recipients: z.optional(z.nullable(z.array(z.record(z.string(), z.unknown())))),
  escalation_policy_id: z.optional(z.nullable(z.uuid())),
  repeat_interval: text,
  /** Nanoseconds. */
  wait_for: z.optional(z.nullable(z.number())),
  quiet_hours: z.optional(z.nullable(quietHours)),
  /** Nanoseconds. */
  reminder_interval: z.optional(z.nullable(z.number())),
  /** Nanoseconds. */
  closing_delay: z.optional(z.nullable(z.number())),
  flapping: z.optional(z.nullable(flapping)),
})
export type RuleDraft = z.output<typeof ruleDraft>

/** Tries a rule on an event. Without an event, on the newest that its filter lets through. */
export const ruleTrial = z.object({
  rule: ruleDraft,
  /** The stored rule whose services masks of URLs stand for. */
  id: z.optional(z.uuid()),
  event: z.optional(z.pick(pastEvent, { event: true, kind: true, id: true, time: true })),
})

/** What a rule would do. Nothing is stored or sent. */
export const rulePreview = z.object({
  /** The event that it was tried on; null if nothing has happened yet that it names. */
  event: z.nullable(pastEvent),
  /** Whether somebody would be told now. */
  tells: z.boolean(),
  /** What keeps the rule from being saved, with the path of each field. */
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
  /** Names of those who would be told. */
  recipients: z.array(z.string()),
  /** Who is told where none of them could be, and after how long; null if nobody is. */
  fallback: z.nullable(
    z.object({
      recipients: z.array(z.string()),
      milliseconds: z.number(),
      /** Sentences about those who cannot be reached. */
      problems: z.array(z.string()),
    }),
  ),
  decisions: z.array(decision),
  /** The message, in Markdown. */
  message: z.nullable(z.object({ title: z.string(), body: z.string() })),
  templateError: z.nullable(z.string()),
  filterError: z.nullable(z.string()),
  /** The events of the last day that the rule names: all, those that the filter lets through, of how many each step was decided, and of how many of these somebody would be told. */
  counts: z.object({ events: z.int(), passed: z.int(), decided: z.int(), told: z.int() }),
  /** The newest of these events, the newest first, and whether its filter lets each through. */
  recent: z.array(z.extend(pastEvent, { passes: z.boolean() })),
})
export type RulePreview = z.output<typeof rulePreview>

/** Sends a test of a rule: to the caller by email, or to those whom the rule names. */
export const ruleTestRequest = z.extend(ruleTrial, {
  to: z._default(z.enum(['me', 'recipients']), 'me'),
})

/** What came of a test message, one for each place where it went. */
export const messageTest = z.object({
  results: z.array(z.object({ name: z.string(), error: z.nullable(z.string()) })),
})
export type MessageTest = z.output<typeof messageTest>

/** Where a test message went. */
export const ruleTest = z.extend(messageTest, { to: z.string() })
export type RuleTest = z.output<typeof ruleTest>

/** Settings of a test message to a connection. */
export const connectionMessage = z.object({
  /** A connection that may not be stored yet; masks stand for the values of the stored one with its id. */
  connection: connectionDraft,
  properties: z._default(z.record(z.string(), z.string()), {}),
})

export type ConnectionMessage = z.output<typeof connectionMessage>

/** A notification service with the fields of its messages. */
const notificationService = z.object({
  type: z.string(),
  title: z.string(),
  /** Types of connections that it sends with. */
  connections: z.array(z.string()),
  /** JSON Schema of the settings. */
  schema: z.record(z.string(), z.unknown()),
})
export type NotificationService = z.output<typeof notificationService>
export const notificationServices = z.object({ services: z.array(notificationService) })

/** Whether a rule would tell somebody about a resource now, and why. */
const ruleVerdict = z.object({
  rule: z.object({ id: z.uuid(), name: z.string() }),
  /** Whether the rule is about it: names the event, and its filter does not keep it out. */
  concerns: z.boolean(),
  tells: z.boolean(),
  recipients: z.array(z.string()),
  decisions: z.array(decision),
})
export type RuleVerdict = z.output<typeof ruleVerdict>

/** The open alert of a resource. */
export const openAlert = z.object({
  id: z.uuid(),
  /** Rules that look at it. */
  rules: z.array(z.object({ id: z.string(), name: z.string() })),
  severity: z.string(),
  since: z.string(),
  acknowledged: z.nullable(z.object({ by: z.string(), until: z.nullable(z.string()) })),
  snoozedUntil: z.nullable(z.string()),
  /** What keeps a message back that is due, the hold that ends first. */
  hold: z.nullable(z.object({ by: z.enum(holdKinds), until: z.nullable(z.string()) })),
})
export type OpenAlert = z.output<typeof openAlert>

/** The answer to "would anyone be told now?". */
export const whyNotified = z.object({
  name: z.string(),
  health: z.string(),
  alerts: z.array(openAlert),
  rules: z.array(ruleVerdict),
})

/** Acknowledges an alert; without minutes until it is over. */
export const acknowledgement = z.object({
  minutes: z.optional(z.int().check(z.minimum(1), z.maximum(7 * 24 * 60))),
})

/** An alert, as somebody with the link in a message sees it. */
export const linkedAlert = z.object({
  /** To whom the message went. */
  name: z.string(),
  /** Whether several may have the link, so that the page asks who acknowledges: POST {name}. */
  asksName: z.boolean(),
  state: z.enum(['open', 'acknowledged', 'over']),
  rule: z.string(),
  severity: z.string(),
  since: z.string(),
  acknowledgedBy: z.nullable(z.string()),
  /** Null while nothing ends it but the alert. */
  acknowledgedUntil: z.nullable(z.string()),
  /** What is wrong now, the oldest first, at most ten. */
  resources: z.array(
    z.object({ kind: z.string(), id: z.uuid(), name: z.string(), reason: z.nullable(z.string()) }),
  ),
  /** How many are wrong now. */
  count: z.int(),
})
export type LinkedAlert = z.output<typeof linkedAlert>
