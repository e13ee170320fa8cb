import * as z from 'zod/mini'

/** The choices of the repeat interval. `1m` is one month here and is stored as `1M`. Source: NOT-022, decision 10. */
export const repeatIntervals = ['1h', '2h', '3h', '6h', '1d', '1w', '1m'] as const

/** The choices of waiting before a message is sent. Source: NOT-021. */
export const waitChoices = ['3m', '5m', '10m', '15m', '30m', '1h', '4h', '8h', '1d', '3d', '7d'] as const

/** Statuses of a row of the send history that the specification names. Source: NOT-013. */
export const sendStatuses = [
  'sent',
  'error',
  'pending',
  'cancelled',
  'repeat-interval',
  'silenced',
  /** A resource that this one depends on is unhealthy. */
  'inhibited',
  /** Somebody acknowledged the alert. */
  'acknowledged',
  /** It was over before the waiting time ended. */
  'skipped',
  /** Told in the message of another row. */
  'grouped',
  /** The rule had sent too many. */
  'rate-limited',
] as const
export type SendStatus = (typeof sendStatuses)[number]

/** What people call a status. Source: NOT-014. */
export const sendStatusLabels: Readonly<Record<SendStatus, string>> = {
  sent: 'Sent',
  error: 'Error',
  pending: 'Pending',
  cancelled: 'Cancelled',
  'repeat-interval': 'Repeated',
  silenced: 'Silenced',
  inhibited: 'Inhibited',
  acknowledged: 'Acknowledged',
  skipped: 'Skipped',
  grouped: 'Grouped',
  'rate-limited': 'Rate limited',
}

/** What a rule groups by, besides `label:NAME`: all that is red of one resource's canary, of a type, of a reason. */
export const groupKeys = ['resource', 'type', 'status_reason', 'namespace'] as const

/** A step of the decision about a message, in the order in which the steps are taken. */
const decisionSteps = [
  'rule',
  'filter',
  'recipient',
  'silence',
  'inhibition',
  'acknowledgement',
  'repeat interval',
  'group',
  'rate limit',
  'wait',
  'message',
  'send',
  'retry',
  'fallback',
] as const
export type DecisionStep = (typeof decisionSteps)[number]

/** What was decided in a step, and why. */
export const decision = z.object({
  step: z.enum(decisionSteps),
  /** `pass`: on to the next step; `stop`: no message; `hold`: later; `note`: worth knowing. */
  outcome: z.enum(['pass', 'stop', 'hold', 'note']),
  /** A sentence. */
  reason: z.string(),
  at: z.string(),
})
export type Decision = z.output<typeof decision>
