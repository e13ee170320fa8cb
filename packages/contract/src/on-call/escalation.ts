import * as z from 'zod/mini'
import { severities } from '../health/severity.ts'
import { onCallName, onCallPerson, weeklyHours, zoneName } from './rota.ts'

/** Whom a step of an escalation tells. */
const escalationTarget = z.object({
  kind: z.enum(['rota', 'team', 'person']),
  id: z.uuid('Choose whom to tell'),
})
export type EscalationTarget = z.output<typeof escalationTarget>

const WEEK_MINUTES = 7 * 24 * 60

const minutes = (minimum: number) =>
  z
    .int('Enter a whole number of minutes')
    .check(
      z.minimum(minimum, `Enter at least ${minimum}`),
      z.maximum(WEEK_MINUTES, `Enter at most ${WEEK_MINUTES} (a week)`),
    )

const escalationStep = z.object({
  /** Minutes after the step before, or after the alert opened. */
  afterMinutes: minutes(0),
  targets: z
    .array(escalationTarget, 'Choose whom to tell')
    .check(z.minLength(1, 'Choose whom to tell'), z.maxLength(10, 'must have at most 10 entries')),
})
export type EscalationStep = z.output<typeof escalationStep>

/** What somebody enters of an escalation policy. */
export const policyForm = z.object({
  name: onCallName,
  description: z._default(z.nullable(z.string().check(z.trim(), z.maxLength(2_000))), null),
  steps: z
    .array(escalationStep)
    .check(z.minLength(1, 'Add at least one step'), z.maxLength(20, 'must have at most 20 steps')),
  /** How often all steps are repeated while nobody acknowledges, and how long to wait before. */
  repeat: z.object({
    times: z
      .int('Enter a whole number')
      .check(z.minimum(0, 'Enter at least 0'), z.maximum(20, 'Enter at most 20')),
    afterMinutes: minutes(1),
  }),
  /** Minutes after which an acknowledged alert that is still open is escalated again. Null: never. */
  acknowledgementMinutes: z.nullable(minutes(1)),
  /** Working hours until which steps wait, unless the severity is one of those listed. Null: steps never wait. */
  hold: z.nullable(
    z.object({
      timeZone: zoneName,
      hours: z.array(weeklyHours).check(z.minLength(1, 'Add working hours'), z.maxLength(14)),
      urgent: z.array(z.enum(severities)).check(z.maxLength(severities.length)),
    }),
  ),
  /** Whether to record whom the steps would tell, and tell nobody. */
  recordOnly: z._default(z.boolean(), false),
})
export type PolicyForm = z.output<typeof policyForm>

const policyDetails = z.object({
  id: z.uuid(),
  ...policyForm.shape,
  description: z.nullable(z.string()),
  recordOnly: z.boolean(),
})
export type PolicyDetails = z.output<typeof policyDetails>

/** What the ids in steps are called. */
const targetName = z.object({ kind: escalationTarget.shape.kind, id: z.uuid(), name: z.string() })
export type TargetName = z.output<typeof targetName>

export const policyList = z.object({ policies: z.array(policyDetails), targets: z.array(targetName) })

const escalationStatuses = ['running', 'acknowledged', 'exhausted', 'closed'] as const
export type EscalationStatus = (typeof escalationStatuses)[number]

/** What came of a step: people were told, it was only recorded, or nobody could be told. */
const stepOutcomes = ['told', 'recorded', 'nobody'] as const

/** One step of an escalation that was carried out. */
const escalationEntry = z.object({
  alertId: z.uuid(),
  policyName: z.string(),
  /** 0 unless an acknowledgement ran out. */
  cycle: z.int(),
  round: z.int(),
  step: z.int(),
  at: z.iso.datetime(),
  outcome: z.enum(stepOutcomes),
  people: z.array(onCallPerson),
  teams: z.array(z.string()),
})
export type EscalationEntry = z.output<typeof escalationEntry>
export const escalationLog = z.object({ entries: z.array(escalationEntry) })
