// Decides who is told of an event. Each decision is a row of the send history; messages go out in `send.ts`.
import type { EventPayload } from '@binnacle/contract/events'
import type { Pool, PoolClient } from 'pg'
import sql from 'sql-template-tag'
import type { Events } from '../../../platform/events/index.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { type Alert, type ClosedAlert, endAlertsOf, openAlerts, toldOf } from './alerts.ts'
import { evaluateRule, type EvaluateDependencies, type Verdict } from './evaluate.ts'
import { type AffectedResource, type FilterMatch, noteRuleError, rulesFor } from './filter.ts'
import { groupOf } from './group.ts'
import { readLimits } from './limits.ts'
import type { NameBook } from './names.ts'
import type { PeopleDependencies } from './people.ts'
import { type PreparedDecision, prepareDecision } from './prepare.ts'
import { hurryMessages, MessageQueue, type SendJob } from './queue.ts'
import { addSend, addSuppressed, Decisions, type NewSend } from './rows.ts'
import { type Rule, type Rules, tellsAlerts } from './rules.ts'
import { holdAlert } from './suppress.ts'

export interface DecideDependencies extends EvaluateDependencies {
  pool: Pool
  rules: Pick<Rules, 'all' | 'find'>
  sendJob: SendJob
  people: PeopleDependencies
  events: Pick<Events, 'emit'>
  names: Pick<NameBook, 'keep'>
  /** Whether a type of services keeps alerts open, so that it has to hear of the end of each. */
  closes(service: string): boolean
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

/** A rule that is prepared for an event. */
export interface PendingDecision {
  prepared: PreparedDecision
  resource: AffectedResource
  decided?: DecidedAlert | undefined
}

/** Records that nobody is told. @returns the silence that keeps the message back, unless that was counted before */
async function recordHeld(
  client: PoolClient,
  { prepared: { rule, decisions }, resource: { happening, state }, decided }: PendingDecision,
  { status, error, suppression }: Extract<Verdict, { kind: 'hold' }>,
  now: Date,
): Promise<string | undefined> {
  if (status === undefined) return undefined
  const opened = decided?.alert
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
  if (opened !== undefined && suppression !== undefined) await holdAlert(client, opened.id, suppression, now)
  return isNew ? silence : undefined
}

/** Decides about rules that are prepared. It asks nothing but the client, and the same few times for one as for many. */
export async function decideRules(
  client: PoolClient,
  dependencies: Pick<DecideDependencies, 'now' | 'rateLimit' | 'sendJob' | 'silencing'>,
  pending: readonly PendingDecision[],
): Promise<void> {
  if (pending.length === 0) return
  const now = dependencies.now()
  const requests = pending.map(({ prepared: { rule }, resource: { happening, state } }) => ({
    rule,
    event: happening.event,
    state,
  }))
  const limits = await readLimits(client, requests, dependencies.rateLimit(), now)
  const grouped = pending.flatMap(({ prepared: { rule }, decided }) =>
    decided === undefined || rule.groupBy.length === 0 ? [] : [decided.alert.id],
  )
  const messages = await MessageQueue.open(client, dependencies, [...new Set(grouped)])
  const silenced: string[] = []
  for (const each of pending) {
    const { prepared, resource, decided } = each
    const verdict = evaluateRule(limits, dependencies, prepared, resource, decided?.alert)
    if (verdict.kind === 'hold') {
      const silence = await recordHeld(client, each, verdict, now)
      if (silence !== undefined) silenced.push(silence)
    } else {
      const group = groupOf(prepared.rule, resource.state).name
      const alert = decided && { ...decided, id: decided.alert.id, openedAt: decided.alert.opened_at, group }
      limits.count(prepared.rule, messages.add(prepared, resource, alert))
    }
  }
  await messages.write()
  // In one order, so that transactions cannot deadlock.
  for (const [silence, ofSilence] of [...Map.groupBy(silenced, (id) => id)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  ))
    await dependencies.silencing.suppressed(client, silence, ofSilence.length)
}

/** Ends messages about an alert that still wait. */
async function skipWaiting(
  client: PoolClient,
  dependencies: DecideDependencies,
  alertId: string,
): Promise<void> {
  const decisions = new Decisions(dependencies.now).add(
    'wait',
    'stop',
    'It was over before the message went out',
  )
  await client.query(sql`
    with skipped as (
      update core.notification_send_history set status = 'skipped', created_at = ${dependencies.now()}
      where alert_id = ${alertId} and status = 'pending' and tells = 'alert' and attempt_at is null
      returning id
    )
    update core.notification_send_details set decisions = decisions || ${JSON.stringify(decisions.list)}::jsonb
    from skipped where send_id = skipped.id`)
}

/** Tells those who were told of an alert that it is over. Neither a silence nor a limit keeps that back. */
async function tellRecovery(
  client: PoolClient,
  dependencies: DecideDependencies,
  rule: Rule,
  { happening, state }: AffectedResource,
  alert: ClosedAlert,
): Promise<void> {
  const now = dependencies.now()
  const listed = rule.events.includes(happening.event)
  for (const { recipient, service, isCertain, isOverdue } of await toldOf(client, alert.id)) {
    // The service of a message that is on its way is not known yet; `whyNeedless` asks again.
    if (!listed && service !== null && !dependencies.closes(service)) continue
    const was = isOverdue ? 'should have been' : isCertain ? 'was' : 'may have been'
    const decisions = new Decisions(dependencies.now).add(
      'rule',
      'pass',
      `${recipient.name} ${was} told of the alert that is over now`,
    )
    const base = { happening, rule, state, recipient, decisions, alertId: alert.id }
    const id = await addSend(
      client,
      { ...base, status: 'pending', notBefore: now },
      now,
      `end of ${alert.id}`,
    )
    if (id !== undefined) await dependencies.sendJob.addAt(client, now, { id })
  }
}

/** A rule whose filter let an event through, prepared, or failed. */
type Ready = FilterMatch & { prepared: PreparedDecision | undefined }

/** An event, and everything that decisions about it need. */
export interface PreparedEvent {
  resource: AffectedResource
  ready: readonly Ready[]
}

/** Asks everything that decisions about an event need, before their transaction. */
export async function prepareEvent(
  dependencies: DecideDependencies,
  resource: AffectedResource,
): Promise<PreparedEvent> {
  const { happening, state } = resource
  const filtered = await rulesFor(dependencies, await dependencies.rules.all(), resource)
  const ready: Ready[] = []
  for (const each of filtered) {
    const { rule, decisions, error } = each
    await noteRuleError(dependencies.pool, rule, 'filter', error)
    await noteRuleError(dependencies.pool, rule, 'recipient', rule.named.problems[0])
    const isDecided =
      error === undefined && !(happening.tells === 'recovery' && tellsAlerts(rule, state.kind))
    const hurry = (ids: readonly string[]) => hurryMessages(dependencies, ids)
    const prepared = isDecided
      ? await prepareDecision(dependencies, rule, resource, decisions, hurry)
      : undefined
    ready.push({ ...each, prepared })
  }
  if (ready.length > 0 || happening.tells === 'recovery') await dependencies.names.keep([state.name])
  return { resource, ready }
}

/** Ends alerts of a resource that is well again. @returns the rules whose alerts ended */
async function endAlerts(
  client: PoolClient,
  dependencies: DecideDependencies,
  rules: ReadonlyMap<string, Rule>,
  resource: AffectedResource,
): Promise<ReadonlySet<string>> {
  const { happening, state } = resource
  const ended = await endAlertsOf(client, state, happening.time)
  for (const alert of ended) {
    await skipWaiting(client, dependencies, alert.id)
    const rule = rules.get(alert.notification_id)
    await dependencies.events.emit(client, 'alert.closed', alertEventOf(alert, rule, happening.time))
    if (rule !== undefined) await tellRecovery(client, dependencies, rule, resource, alert)
  }
  return new Set(ended.map((alert) => alert.notification_id))
}

/** Records filters that failed. */
async function recordErrors(
  client: PoolClient,
  dependencies: DecideDependencies,
  { resource: { happening, state }, ready }: PreparedEvent,
): Promise<void> {
  for (const { rule, decisions, error } of ready)
    if (error !== undefined)
      await addSuppressed(
        client,
        { happening, rule, state, status: 'error', decisions, error },
        dependencies.now(),
      )
}

/** Decides about an event that is no failure. Calling it again with the same event changes nothing. */
export async function decideOther(dependencies: DecideDependencies, event: PreparedEvent): Promise<void> {
  const { resource, ready } = event
  const isRecovery = resource.happening.tells === 'recovery'
  if (ready.length === 0 && !isRecovery) return
  const rules = new Map((await dependencies.rules.all()).map((rule) => [rule.id, rule]))
  await inTransaction(dependencies.pool, async (client) => {
    const ended = isRecovery ? await endAlerts(client, dependencies, rules, resource) : new Set<string>()
    await recordErrors(client, dependencies, event)
    // Whether a recovery goes out depends on its alert alone, if the rule tells of failures.
    const pending = ready.flatMap(({ rule, prepared }) =>
      prepared === undefined || ended.has(rule.id) ? [] : [{ prepared, resource }],
    )
    await decideRules(client, dependencies, pending)
  })
}

/**
 * Decides about failures of different resources in one transaction: in a storm, the same few statements serve many. Calling
 * it again with the same events changes nothing.
 */
export async function decideFailures(
  dependencies: DecideDependencies,
  events: readonly PreparedEvent[],
): Promise<void> {
  // The counts of rules are locked in the order of their ids.
  const ready = events
    .flatMap(({ resource, ready: ofEvent }) =>
      ofEvent.flatMap(({ rule, prepared }) =>
        prepared === undefined
          ? []
          : [{ resource, rule, prepared, groupKey: groupOf(rule, resource.state).key }],
      ),
    )
    .toSorted((one, other) => (one.rule.id < other.rule.id ? -1 : Number(one.rule.id > other.rule.id)))
  if (events.every((event) => event.ready.length === 0)) return
  await inTransaction(dependencies.pool, async (client) => {
    if (ready.length > 0) await openAndDecide(client, dependencies, ready)
    for (const event of events) await recordErrors(client, dependencies, event)
  })
}

/** A rule that is prepared for a failure, and the group that the failure belongs to. */
interface PendingGroupDecision extends Omit<PendingDecision, 'decided'> {
  rule: Rule
  groupKey: string
}

/** Opens the alerts of failures, and decides who is told of them. */
async function openAndDecide(
  client: PoolClient,
  dependencies: DecideDependencies,
  failures: readonly PendingGroupDecision[],
): Promise<void> {
  const opened = await openAlerts(
    client,
    failures.map(({ resource: { state, happening }, rule, groupKey }) => ({
      ruleId: rule.id,
      groupKey,
      state,
      time: happening.time,
    })),
  )
  const rules = new Map(failures.map(({ rule }) => [rule.id, rule]))
  const fresh = opened.fresh.map((alert) =>
    alertEventOf(alert, rules.get(alert.notification_id), alert.opened_at),
  )
  if (fresh.length > 0) await dependencies.events.emit(client, 'alert.opened', ...fresh)
  await decideRules(
    client,
    dependencies,
    failures.map(({ resource, rule, prepared, groupKey }) => ({
      resource,
      prepared,
      decided: { alert: opened.of({ ruleId: rule.id, groupKey }) },
    })),
  )
}
