// Decides who is told of an event. Each decision is a row of the send history; messages go out in `send.ts`.
import type { Pool, PoolClient } from 'pg'
import sql from 'sql-template-tag'
import type { Events } from '../../../../platform/events/index.ts'
import { inTransaction } from '../../../../platform/database/index.ts'
import { ToldBook } from '../../told/book.ts'
import { carryKnowledge } from '../../told/carry.ts'
import { alertEventOf, endAlerts, type EndedGroups, endGroups, type Ending } from '../../told/end.ts'
import type { ListJob } from '../../told/digest.ts'
import type { FlappingRules } from '../../told/flapping.ts'
import { noteFlapping, restsOpen } from '../../told/steady.ts'
import { lockOpen, type OpenedAlert, openResourceAlerts, type ResourceAlert } from '../../told/stored.ts'
import type { Reviews } from '../../told/reviews.ts'
import { type DecidedAlert, recordHolds, type Telling, tellRecipients } from '../../told/tell.ts'
import { followInGroups } from '../../told/verbs.ts'
import { openAlerts } from '../alerts.ts'
import { evaluateRule, type EvaluateDependencies, type Verdict } from './evaluate.ts'
import { type AffectedResource, type FilterMatch, noteRuleError, offReason, rulesFor } from './filter.ts'
import { groupOf } from './group.ts'
import { type RateLimits, readLimits } from './limits.ts'
import type { SearchNameIndex } from '../record/search-name-index.ts'
import type { PeopleDependencies } from './people.ts'
import { type PreparedDecision, prepareDecision } from './prepare.ts'
import { sendImmediately, MessageQueue, type SendJob } from '../queue/queue.ts'
import { addSuppressed, type NewSend } from '../record/rows.ts'
import { type Rule, type Rules, tellsAlerts } from '../rules.ts'

export interface DecideDependencies extends EvaluateDependencies {
  pool: Pool
  rules: Pick<Rules, 'all' | 'find'>
  sendJob: SendJob
  listJob: ListJob
  people: PeopleDependencies
  events: Pick<Events, 'emit'>
  names: Pick<SearchNameIndex, 'keep'>
  limits: () => RateLimits
  flapping: () => FlappingRules
  review: Reviews
}

/** A rule that is prepared for an event. */
interface PendingDecision {
  prepared: PreparedDecision
  resource: AffectedResource
  decided?: DecidedAlert | undefined
}

/** Records that nobody is told. @returns the silence that keeps the message back, unless that was counted before */
async function recordHeld(
  client: PoolClient,
  { prepared: { rule, decisions }, resource: { happening, state } }: PendingDecision,
  { status, error, suppression }: Extract<Verdict, { kind: 'hold' }>,
  now: Date,
): Promise<string | undefined> {
  if (status === undefined) return undefined
  const silence = suppression?.silenceId
  const send: NewSend = {
    happening,
    rule,
    state,
    decisions,
    status,
    ...(error === undefined ? {} : { error }),
    ...(silence === undefined ? {} : { silencedBy: silence }),
  }
  const isNew = await addSuppressed(client, send, now)
  return isNew ? silence : undefined
}

/** How long messages of a rule wait at least. */
const waitOf = ({ prepared: { rule } }: PendingDecision): number =>
  Math.max(rule.waitMilliseconds ?? 0, rule.groupBy.length > 0 ? 1 : 0)

/** Decides about rules that are prepared. It asks nothing but the client, and the same few times for one as for many. */
async function decideRules(
  client: PoolClient,
  dependencies: Pick<DecideDependencies, 'now' | 'limits' | 'sendJob' | 'listJob' | 'silencing' | 'review'>,
  pending: readonly PendingDecision[],
): Promise<void> {
  if (pending.length === 0) return
  const now = dependencies.now()
  const requests = pending.map(({ prepared: { rule, ways }, resource: { happening, state }, decided }) => ({
    rule,
    event: happening.event,
    state,
    recipients: decided === undefined ? [] : ways.map(({ recipient }) => recipient.key),
  }))
  const limits = await readLimits(client, requests, dependencies.limits(), now)
  const grouped = pending.flatMap(({ prepared: { rule }, decided }) =>
    decided === undefined || rule.groupBy.length === 0 ? [] : [decided.alert.id],
  )
  const messages = await MessageQueue.open(client, dependencies, [...new Set(grouped)])
  const alertIds = pending.flatMap(({ decided }) => (decided === undefined ? [] : [decided.of.id]))
  const book = await ToldBook.open(client, alertIds)
  const parts = { client, book, limits, messages, now }
  const silenced: string[] = []
  const looks = new Map<string, number>()
  const held = new Map<PendingDecision, Telling['held']>()
  // Of several rules that tell one recipient the one that waits least does.
  for (const each of pending.toSorted((one, other) => waitOf(one) - waitOf(other))) {
    const { prepared, resource, decided } = each
    if (decided === undefined || prepared.recipients.length === 0) continue
    const telling = tellRecipients(parts, { prepared, resource, decided })
    held.set(each, telling.held)
    const { look } = telling
    if (look !== undefined) looks.set(decided.of.id, Math.min(look, looks.get(decided.of.id) ?? Infinity))
  }
  for (const each of pending) {
    const { prepared, resource, decided } = each
    const ofRule = held.get(each)
    if (decided !== undefined && ofRule !== undefined) {
      const silence = await recordHolds(parts, { prepared, resource, decided }, ofRule)
      if (silence !== undefined) silenced.push(silence)
      continue
    }
    const verdict = evaluateRule(limits, dependencies, prepared, resource)
    if (verdict.kind === 'hold') {
      const silence = await recordHeld(client, each, verdict, now)
      if (silence !== undefined) silenced.push(silence)
    } else limits.count(prepared.rule, messages.addAll(prepared, resource))
  }
  await messages.write()
  await book.write()
  await dependencies.review.at(client, looks)
  // In one order, so that transactions cannot deadlock.
  for (const [silence, ofSilence] of [...Map.groupBy(silenced, (id) => id)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  ))
    await dependencies.silencing.suppressed(client, silence, ofSilence.length)
}

/** A rule whose filter let an event through, prepared, or failed. */
type MatchedRule = FilterMatch & { prepared: PreparedDecision | undefined }

/** An event, and everything that decisions about it need. */
export interface PreparedEvent {
  resource: AffectedResource
  ready: readonly MatchedRule[]
}

/** Asks everything that decisions about an event need, before their transaction. */
export async function prepareEvent(
  dependencies: DecideDependencies,
  resource: AffectedResource,
): Promise<PreparedEvent> {
  const { happening, state } = resource
  const filtered = await rulesFor(dependencies, await dependencies.rules.all(), resource)
  const ready: MatchedRule[] = []
  for (const each of filtered) {
    const { rule, decisions, error } = each
    await noteRuleError(dependencies.pool, rule, 'filter', error)
    await noteRuleError(dependencies.pool, rule, 'recipient', rule.named.problems[0])
    const isOff = happening.tells === 'alert' && state.isOff === true
    if (isOff && error === undefined) decisions.add('rule', 'stop', offReason(state))
    const isDecided =
      error === undefined && !isOff && !(happening.tells === 'recovery' && tellsAlerts(rule, state.kind))
    const hurry = (ids: readonly string[]) => sendImmediately(dependencies, ids)
    const prepared = isDecided
      ? await prepareDecision(dependencies, rule, resource, decisions, hurry)
      : undefined
    ready.push({ ...each, prepared })
  }
  if (ready.length > 0 || happening.tells === 'recovery') await dependencies.names.keep([state.name])
  return { resource, ready }
}

/** Ends the alerts of resources that are well again, but for those that flap: they stay open until they are steady. */
async function endAll(
  client: PoolClient,
  dependencies: DecideDependencies,
  rules: ReadonlyMap<string, Rule>,
  recovered: readonly AffectedResource[],
): Promise<EndedGroups> {
  const open = await lockOpen(
    client,
    recovered.map(({ state }) => state.id),
  )
  const ends: { alert: ResourceAlert; ending: Ending }[] = []
  const others: Ending[] = []
  for (const resource of recovered) {
    const ending = { ...resource, reason: 'recovered' } as const
    const alert = open.get(resource.state.id)
    if (alert?.resource_kind !== resource.state.kind) others.push(ending)
    else if (!(await restsOpen(client, dependencies, rules, alert, resource.happening.time)))
      ends.push({ alert, ending })
  }
  const ended = [
    await endAlerts(client, dependencies, rules, ends),
    await endGroups(client, dependencies, rules, others),
  ]
  return { has: (resourceId, ruleId) => ended.some((each) => each.has(resourceId, ruleId)) }
}

/** Records filters that failed, and failures of what is switched off. */
async function recordUntold(
  client: PoolClient,
  dependencies: DecideDependencies,
  { resource: { happening, state }, ready }: PreparedEvent,
): Promise<void> {
  for (const { rule, decisions, error } of ready) {
    const base = { happening, rule, state, decisions }
    if (error !== undefined)
      await addSuppressed(client, { ...base, status: 'error', error }, dependencies.now())
    else if (happening.tells === 'alert' && state.isOff === true)
      await addSuppressed(client, { ...base, status: 'skipped' }, dependencies.now())
  }
}

/**
 * Decides about recoveries of different resources, and what else is no failure, in one transaction. Calling it again with
 * the same events changes nothing.
 */
export async function decideOthers(
  dependencies: DecideDependencies,
  events: readonly PreparedEvent[],
): Promise<void> {
  const isRecovery = ({ resource: { happening } }: PreparedEvent) => happening.tells === 'recovery'
  const recovered = events.filter(isRecovery).map(({ resource }) => resource)
  if (recovered.length === 0 && events.every(({ ready }) => ready.length === 0)) return
  const rules = new Map((await dependencies.rules.all()).map((rule) => [rule.id, rule]))
  await inTransaction(dependencies.pool, async (client) => {
    const ended = await endAll(client, dependencies, rules, recovered)
    for (const event of events) await recordUntold(client, dependencies, event)
    // Whether a recovery goes out depends on its alert alone, if the rule tells of failures.
    const pending = events.flatMap(({ resource, ready }) =>
      ready.flatMap(({ rule, prepared }) =>
        prepared === undefined || ended.has(resource.state.id, rule.id) ? [] : [{ prepared, resource }],
      ),
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
    for (const event of events) await recordUntold(client, dependencies, event)
  })
  await reviewWell(
    dependencies,
    ready.map(({ resource }) => resource),
  )
}

/** Has alerts looked at again whose resources are well by now: the event that said so may have been decided about before. */
async function reviewWell(
  { pool, subjects, review }: DecideDependencies,
  failed: readonly AffectedResource[],
): Promise<void> {
  const well: string[] = []
  for (const [kind, ofKind] of Map.groupBy(failed, ({ state }) => state.kind)) {
    const states = await subjects.get(kind)?.load(ofKind.map(({ state }) => state.id))
    for (const { id, health } of states?.values() ?? []) if (health === 'healthy') well.push(id)
  }
  if (well.length === 0) return
  const { rows } = await pool.query<{ id: string }>(
    sql`select id from core.alerts where resource_id = any(${well}) and closed_at is null`,
  )
  await review.soon(
    pool,
    rows.map(({ id }) => id),
  )
}

/** A rule that is prepared for a failure, and the group that the failure belongs to. */
export interface PendingGroupDecision extends Omit<PendingDecision, 'decided'> {
  rule: Rule
  groupKey: string
  /** Until when something kept it quiet, if that is over now. */
  silencedUntil?: Date
}

/** Opens the alerts of failures, and decides who is told of them. @param isReview nothing new happened to them */
export async function openAndDecide(
  client: PoolClient,
  dependencies: DecideDependencies,
  failures: readonly PendingGroupDecision[],
  isReview = false,
): Promise<void> {
  const now = dependencies.now()
  const alerts = await openResourceAlerts(
    client,
    failures.map(({ resource: { state, happening } }) => ({
      state,
      event: happening.event,
      time: happening.time,
    })),
    now,
    isReview,
  )
  const ofResources = Map.groupBy(failures, ({ resource: { state } }) => state.id)
  const rulesOf = new Map(
    Array.from(ofResources, ([id, ofOne]) => [id, ofOne.map(({ rule }) => rule)] as const),
  )
  await noteFlapping(client, dependencies, [...alerts.values()], rulesOf, now)
  const alertOf = ({ id }: { id: string }): OpenedAlert => {
    const alert = alerts.get(id)
    if (alert === undefined) throw new Error('the alert was not stored')
    return alert
  }
  const opened = await openAlerts(
    client,
    failures.map(({ resource: { state, happening }, rule, groupKey }) => ({
      ruleId: rule.id,
      groupKey,
      state,
      time: happening.time,
      alertId: alertOf(state).id,
    })),
  )
  const rules = new Map(failures.map(({ rule }) => [rule.id, rule]))
  const fresh = opened.fresh.map((alert) =>
    alertEventOf(alert, rules.get(alert.notification_id), alert.opened_at),
  )
  if (fresh.length > 0) await dependencies.events.emit(client, 'alert.opened', ...fresh)
  const isNew = ({ isNew: is }: OpenedAlert) => is
  await carryKnowledge(
    client,
    [...alerts.values()].filter(isNew).map(({ id }) => id),
    dependencies.now,
  )
  // What joins a group that somebody took care of is not taken care of.
  const joined = failures.flatMap(({ resource: { state }, rule, groupKey }) =>
    opened.of({ ruleId: rule.id, groupKey }).acknowledged_at === null ? [] : [alertOf(state).id],
  )
  await followInGroups(client, dependencies.events, joined, now)
  await decideRules(
    client,
    dependencies,
    failures.map(({ resource, rule, prepared, groupKey, silencedUntil }) => ({
      resource,
      prepared,
      decided: {
        alert: opened.of({ ruleId: rule.id, groupKey }),
        of: alertOf(resource.state),
        silencedUntil,
        isReview,
      },
    })),
  )
}
