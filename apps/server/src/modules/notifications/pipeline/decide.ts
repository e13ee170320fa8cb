// Decides who is told of an event. Each decision is a row of the send history; messages go out in `send.ts`.
import type { EventPayload } from '@binnacle/contract/events'
import type { Pool, PoolClient } from 'pg'
import type { Events } from '../../../platform/events/index.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { type Alert, type ClosedAlert, endAlertsOf, openAlert, toldOf } from './alerts.ts'
import { evaluateRule, type EvaluateParts } from './evaluate.ts'
import { type Concerned, type Filtered, noteRuleError, rulesFor } from './filter.ts'
import { groupOf } from './group.ts'
import type { PeopleParts } from './people.ts'
import { type PreparedDecision, prepareDecision } from './prepare.ts'
import { hurryMessages, queueMessages, type SendJob } from './queue.ts'
import { addSend, addSuppressed, Decisions, type NewSend } from './rows.ts'
import { type Rule, type Rules, tellsAlerts } from './rules.ts'
import { holdAlert } from './suppress.ts'

export interface DecideParts extends EvaluateParts {
  pool: Pool
  rules: Pick<Rules, 'all' | 'find'>
  sendJob: SendJob
  people: PeopleParts
  events: Pick<Events, 'emit'>
  /** Whether a type of services keeps alerts open, so that it has to hear of the end of each. */
  closes(service: string): boolean
}

/** Opens the alert of a rule, and says so if it is a new one. */
async function openFor(
  client: PoolClient,
  { events }: Pick<DecideParts, 'events'>,
  rule: Rule,
  groupKey: string,
  { happening, state }: Concerned,
): Promise<Alert> {
  const { alert, isNew } = await openAlert(client, rule.id, groupKey, state, happening.time)
  if (isNew) await events.emit(client, 'alert.opened', alertEventOf(alert, rule, happening.time))
  return alert
}

/** The payload of an event about an alert. */
function alertEventOf(
  alert: Pick<Alert, 'id' | 'notification_id' | 'severity'>,
  rule: Rule | undefined,
  time: Date,
): EventPayload<'alert.opened'> {
  return {
    alertId: alert.id,
    notificationId: alert.notification_id,
    policyId: rule?.escalationPolicyId ?? null,
    severity: alert.severity,
    time: time.toISOString(),
  }
}

/** An alert of which a decision may tell, and until when it was kept quiet, if it was. */
export interface DecidedAlert {
  alert: Alert
  silencedUntil?: Date
}

/** Decides about a rule that is prepared. It asks nothing but the client. */
export async function decideRule(
  client: PoolClient,
  parts: Pick<DecideParts, 'now' | 'rateLimit' | 'sendJob' | 'silencing'>,
  prepared: PreparedDecision,
  concerned: Concerned,
  decided: DecidedAlert | undefined,
): Promise<void> {
  const { happening, state } = concerned
  const { rule, decisions } = prepared
  const now = parts.now()
  const opened = decided?.alert
  const verdict = await evaluateRule(client, parts, prepared, concerned, opened)
  if (verdict.kind === 'tell') {
    const alert = decided && {
      ...decided,
      id: decided.alert.id,
      openedAt: decided.alert.opened_at,
      group: groupOf(rule, state).name,
    }
    await queueMessages(client, parts, prepared, concerned, alert)
    return
  }
  const { status, error, suppression } = verdict
  if (status === undefined) return
  const silence = suppression?.silenceId
  const send: NewSend = {
    happening,
    rule,
    state,
    decisions,
    status,
    ...(opened === undefined ? {} : { alertId: opened.id }),
    ...(error === undefined ? {} : { error }),
    ...(silence === undefined ? {} : { silencedBy: silence }),
  }
  const isNew = await addSuppressed(client, send, now)
  if (isNew && silence !== undefined) await parts.silencing.suppressed(client, silence, 1)
  if (opened !== undefined && suppression !== undefined) await holdAlert(client, opened.id, suppression, now)
}

/** Ends messages about an alert that still wait. */
async function skipWaiting(client: PoolClient, parts: DecideParts, alertId: string): Promise<void> {
  const decisions = new Decisions(parts.now).add('wait', 'stop', 'It was over before the message went out')
  await client.query(
    `with skipped as (
       update core.notification_send_history set status = 'skipped', created_at = $2
       where alert_id = $1 and status = 'pending' and tells = 'alert' and attempt_at is null
       returning id
     )
     update core.notification_send_details set decisions = decisions || $3
     from skipped where send_id = skipped.id`,
    [alertId, parts.now(), JSON.stringify(decisions.list)],
  )
}

/** Tells those who were told of an alert that it is over. Neither a silence nor a limit keeps that back. */
async function tellRecovery(
  client: PoolClient,
  parts: DecideParts,
  rule: Rule,
  { happening, state }: Concerned,
  alert: ClosedAlert,
): Promise<void> {
  const now = parts.now()
  const listed = rule.events.includes(happening.event)
  for (const { recipient, service } of await toldOf(client, alert.id)) {
    if (!listed && (service === null || !parts.closes(service))) continue
    const decisions = new Decisions(parts.now).add(
      'rule',
      'pass',
      `${recipient.name} was told of the alert that is over now`,
    )
    const base = { happening, rule, state, recipient, decisions, alertId: alert.id }
    const id = await addSend(
      client,
      { ...base, status: 'pending', notBefore: now },
      now,
      `end of ${alert.id}`,
    )
    if (id !== undefined) await parts.sendJob.addAt(client, now, { id })
  }
}

/** A rule whose filter let an event through, prepared, or failed. */
type Ready = Filtered & { prepared: PreparedDecision | undefined }

/** Asks everything that a decision needs, before its transaction. */
async function prepareAll(parts: DecideParts, concerned: Concerned): Promise<Ready[]> {
  const { happening, state } = concerned
  const filtered = await rulesFor(parts, await parts.rules.all(), concerned)
  const ready: Ready[] = []
  for (const each of filtered) {
    const { rule, decisions, error } = each
    await noteRuleError(parts.pool, rule, 'filter', error)
    await noteRuleError(parts.pool, rule, 'recipient', rule.named.problems[0])
    const isDecided =
      error === undefined && !(happening.tells === 'recovery' && tellsAlerts(rule, state.kind))
    const hurry = (ids: readonly string[]) => hurryMessages(parts, ids)
    const prepared = isDecided ? await prepareDecision(parts, rule, concerned, decisions, hurry) : undefined
    ready.push({ ...each, prepared })
  }
  return ready
}

/** Decides about an event. Calling it again with the same event changes nothing. */
export async function decide(parts: DecideParts, concerned: Concerned): Promise<void> {
  const { happening, state } = concerned
  const ready = await prepareAll(parts, concerned)
  if (ready.length === 0 && happening.tells !== 'recovery') return
  const rules = new Map((await parts.rules.all()).map((rule) => [rule.id, rule]))
  await inTransaction(parts.pool, async (client) => {
    const ended = happening.tells === 'recovery' ? await endAlertsOf(client, state, happening.time) : []
    const endedRules = new Set<string>()
    for (const alert of ended) {
      endedRules.add(alert.notification_id)
      await skipWaiting(client, parts, alert.id)
      const rule = rules.get(alert.notification_id)
      await parts.events.emit(client, 'alert.closed', alertEventOf(alert, rule, happening.time))
      if (rule !== undefined) await tellRecovery(client, parts, rule, concerned, alert)
    }
    for (const { rule, decisions, error, prepared } of ready) {
      if (error !== undefined)
        await addSuppressed(
          client,
          { happening, rule, state, status: 'error', decisions, error },
          parts.now(),
        )
      // Whether a recovery goes out depends on its alert alone, if the rule tells of failures.
      if (prepared === undefined || endedRules.has(rule.id)) continue
      const { key } = groupOf(rule, state)
      const alert =
        happening.tells === 'alert' ? await openFor(client, parts, rule, key, concerned) : undefined
      await decideRule(client, parts, prepared, concerned, alert && { alert })
    }
  })
}
