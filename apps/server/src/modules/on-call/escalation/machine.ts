import { MINUTE, WEEK } from '@binnacle/contract/core'
import type { EscalationStatus, PolicyForm } from '@binnacle/contract/on-call'
import type { Severity } from '@binnacle/contract/health'
import { isOpen, openHours } from '../schedule/rotation.ts'

/** Where the escalation of an alert is. Times are milliseconds since 1970. */
export interface Escalation {
  status: EscalationStatus
  /** Counts the acknowledgements that ran out, from 0. */
  cycle: number
  /** Counts the repetitions of all steps, from 0. */
  round: number
  /** The step that comes next. */
  step: number
  /** When something has to be done; null if nothing has to. */
  dueAt: number | null
}

/** What decides about an escalation besides its own state. */
export type EscalationRules = Pick<PolicyForm, 'steps' | 'repeat' | 'acknowledgementMinutes' | 'hold'>

/** An alert as it is now. */
export interface AlertState {
  isOpen: boolean
  acknowledgedAt: number | null
  /** When the acknowledgement ends, if the alert says so. */
  acknowledgedUntil: number | null
}

const after = (now: number, minutes: number): number => now + minutes * MINUTE

/** The escalation of an alert that opened. */
export function beginEscalation({ steps }: EscalationRules, openedAt: number): Escalation {
  const [first] = steps
  return first === undefined
    ? { status: 'exhausted', cycle: 0, round: 0, step: 0, dueAt: null }
    : { status: 'running', cycle: 0, round: 0, step: 0, dueAt: after(openedAt, first.afterMinutes) }
}

/** When an acknowledgement ends: by the alert itself or by the policy, whichever is earlier. */
function acknowledgementEnd(rules: EscalationRules, alert: AlertState): number {
  if (alert.acknowledgedAt === null) return -Infinity
  const { acknowledgementMinutes: minutes } = rules
  return Math.min(
    alert.acknowledgedUntil ?? Infinity,
    minutes === null ? Infinity : after(alert.acknowledgedAt, minutes),
  )
}

/**
 * Brings an escalation in line with its alert: it ends with the alert, rests while the alert is acknowledged, and begins
 * again when an acknowledgement ends.
 */
export function followAlert(
  escalation: Escalation,
  rules: EscalationRules,
  alert: AlertState,
  now: number,
): Escalation {
  if (escalation.status === 'closed') return escalation
  if (!alert.isOpen) return { ...escalation, status: 'closed', dueAt: null }
  const end = acknowledgementEnd(rules, alert)
  if (now < end) return { ...escalation, status: 'acknowledged', dueAt: Number.isFinite(end) ? end : null }
  if (escalation.status !== 'acknowledged') return escalation
  return { status: 'running', cycle: escalation.cycle + 1, round: 0, step: 0, dueAt: now }
}

/** When steps may be carried out: now, or the start of the next working hours. */
function allowedFrom({ hold }: EscalationRules, severity: Severity, now: number): number {
  if (hold === null || hold.urgent.includes(severity) || isOpen(hold, now)) return now
  // Hours that the clocks skip leave a week without any of its hours, but not two.
  const [next] = openHours(hold, { from: now, to: now + 2 * WEEK })
  return next?.from ?? now + WEEK
}

/** What has to be done with an escalation that followed its alert. */
export type NextAction =
  | { do: 'nothing' }
  /** Wait for working hours. */
  | { do: 'wait'; until: number }
  /** Carry out the step that comes next. */
  | { do: 'step' }

/** Says what has to be done now. */
export function nextAction(
  { status, dueAt }: Escalation,
  rules: EscalationRules,
  severity: Severity,
  now: number,
): NextAction {
  if (status !== 'running' || dueAt === null || now < dueAt) return { do: 'nothing' }
  const allowed = allowedFrom(rules, severity, now)
  return allowed > now ? { do: 'wait', until: allowed } : { do: 'step' }
}

/**
 * The escalation after its next step was carried out.
 * @param reached whether the step reached anybody: the next one does not wait after a step that reached nobody
 */
export function afterStep(
  escalation: Escalation,
  { steps, repeat }: EscalationRules,
  reached: boolean,
  now: number,
): Escalation {
  const step = escalation.step + 1
  const next = steps[step]
  if (next !== undefined) return { ...escalation, step, dueAt: after(now, reached ? next.afterMinutes : 0) }
  const round = escalation.round + 1
  if (round > repeat.times) return { ...escalation, status: 'exhausted', step, dueAt: null }
  // After a whole round the wait stays, so that a policy that reaches nobody does not use up its rounds at once.
  return { ...escalation, round, step: 0, dueAt: after(now, repeat.afterMinutes) }
}
