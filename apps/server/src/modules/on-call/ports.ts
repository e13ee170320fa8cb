import type { Result } from '@binnacle/contract/core'
import type { Severity } from '@binnacle/contract/health'
import type { PolicyDetails, PushSubscription, QuietHours } from '@binnacle/contract/on-call'
import type { ClientBase } from 'pg'
import { definePort } from '../../platform/port.ts'

/** A way to reach a person. */
export type ReachMethod =
  | { kind: 'email'; address: string }
  /** A stored connection, with settings of the message that lead it to the person, such as `topic`. */
  | { kind: 'connection'; id: string; properties: Readonly<Record<string, string>> }
  | { kind: 'web_push'; subscription: PushSubscription }

export interface ReachStep {
  /** Milliseconds after the person was first told of the alert. */
  afterMilliseconds: number
  method: ReachMethod
  /** What the person calls it. */
  label: string
}

/** Who is on call, how people are reached, and what escalation policies say. */
export interface OnCall {
  /** Ids of the people who are on call; empty if nobody is, or there is no such rota. */
  now(rotaId: string, at: Date): Promise<readonly string[]>
  /** The steps in which an alert reaches a person, the earliest first. Empty if nothing reaches them. */
  reach(personId: string, severity: Severity): Promise<readonly ReachStep[]>
  /** When messages to a person wait; undefined if they never do. */
  quietHours(personId: string): Promise<QuietHours | undefined>
  /** Undefined if there is no such policy. */
  policy(policyId: string): Promise<PolicyDetails | undefined>
  /** The keys by which push services know this installation (VAPID, RFC 8292), in base64url. */
  webPushKeys(): Promise<{ publicKey: string; privateKey: string }>
}

/** Offered by this module. */
export const onCall = definePort<OnCall>('on call')

/** Who is told: a person by their own ways, or a team by its routes. */
export type Recipient = { personId: string } | { teamId: string }

/** Why somebody is told of an alert. Together with the alert it is the same for every attempt. */
export interface EscalationReason {
  policyId: string
  policyName: string
  /** Counts the acknowledgements that ran out, from 0. */
  cycle: number
  /** Counts the repetitions, from 0. */
  round: number
  /** Counts the steps, from 0. */
  step: number
  /** One sentence for the send history. */
  text: string
}

/** A message that is about no alert. */
export interface PlainMessage {
  title: string
  body: string
  /** Path of the page that shows more. */
  path: string
}

/** What sends messages. */
export interface Alerting {
  /** Tells recipients of an alert, if the transaction is committed. */
  tell(
    client: ClientBase,
    alertId: string,
    recipients: readonly Recipient[],
    why: EscalationReason,
  ): Promise<void>
  /** Ends the acknowledgement of an alert, because the policy that escalates it lets it hold no longer. */
  endAcknowledgement(client: ClientBase, alertId: string, at: Date): Promise<void>
  /** Sends a message that is about no alert, if the transaction is committed. */
  notify(client: ClientBase, personId: string, message: PlainMessage): Promise<void>
  /**
   * Sends a test or a code by one method, at once.
   * @returns why the service did not take it
   */
  sendTest(personId: string, method: ReachMethod, message: PlainMessage): Promise<Result<void, string>>
}

/** Offered by the module of notifications. Used when it is needed, since that module may open later. */
export const alerting = definePort<Alerting>('alerting')
