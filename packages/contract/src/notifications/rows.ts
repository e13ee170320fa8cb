import * as z from 'zod/mini'
import { quietHours } from '../on-call/quiet-hours.ts'
import { sendHistoryReasoned } from './history-columns.ts'
import { customService, flapping, furtherRecipient } from './rule-fields.ts'

const avatarPerson = z.object({
  id: z.string(),
  name: z.string(),
  email: z.optional(z.nullable(z.string())),
  avatar: z.optional(z.nullable(z.string())),
})

const nullableText = z.nullable(z.string())

/** A rule, without its counts. Source: NOT-010. */
export const notificationRule = z.object({
  id: z.string(),
  name: z.string(),
  namespace: z.string(),
  events: z.array(z.string()),
  title: nullableText,
  template: nullableText,
  filter: nullableText,
  properties: z.nullable(z.record(z.string(), z.string())),
  person_id: nullableText,
  team_id: nullableText,
  custom_services: z.nullable(z.array(customService)),
  repeat_interval: nullableText,
  wait_for: z.nullable(z.number()),
  group_by: z.nullable(z.array(z.string())),
  inhibit: z.boolean(),
  escalation_policy_id: nullableText,
  fallback_person_id: nullableText,
  fallback_team_id: nullableText,
  fallback_custom_services: z.nullable(z.array(customService)),
  fallback_delay: z.nullable(z.number()),
  further_recipients: z.nullable(z.array(furtherRecipient)),
  quiet_hours: z.nullable(quietHours),
  /** Nanoseconds. */
  reminder_interval: z.nullable(z.number()),
  /** Nanoseconds for which a resource has to be well before its alert is over. */
  closing_delay: z.nullable(z.number()),
  flapping: z.nullable(flapping),
  enabled: z.boolean(),
  error: nullableText,
  source: nullableText,
  created_at: z.string(),
  updated_at: z.string(),
  person: z.nullable(avatarPerson),
  team: z.nullable(z.object({ id: z.string(), name: z.string(), icon: nullableText })),
})
export type NotificationRule = z.output<typeof notificationRule>

/** A rule in a list, with its counts. Source: NOT-010. */
export const notificationRuleSummary = z.extend(notificationRule, {
  pending: z.number(),
  sent: z.number(),
  failed: z.number(),
  suppressed: z.number(),
  avg_duration_ms: z.nullable(z.number()),
  most_common_error: nullableText,
  last_sent_at: nullableText,
  created_by: z.nullable(avatarPerson),
})
export type NotificationRuleSummary = z.output<typeof notificationRuleSummary>

/** A row of the send history with its message and the decisions that led to it. */
export const sendHistoryDetails = z.extend(sendHistoryReasoned, {
  person: z.nullable(avatarPerson),
  person_id: nullableText,
  team_id: nullableText,
  connection_id: nullableText,
  title: nullableText,
  body: nullableText,
  duration_millis: z.nullable(z.number()),
  not_before: nullableText,
  sent_at: nullableText,
  attempts: z.number(),
  may_be_double: z.boolean(),
  may_have_arrived: z.boolean(),
  silenced_by: nullableText,
  service_id: nullableText,
  group_id: nullableText,
  fallback_of: nullableText,
})
export type SendHistoryDetails = z.output<typeof sendHistoryDetails>
