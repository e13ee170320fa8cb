// Looks again at alerts: when a hold ends, when something changes that bears upon them, and every minute in any case.
import { isDeepStrictEqual } from 'node:util'
import type { SubjectKind } from '@binnacle/contract/kinds'
import type { AlertEnd } from '@binnacle/contract/notifications'
import type { ClientBase, Pool } from 'pg'
import sql from 'sql-template-tag'
import { inTransaction } from '../../../platform/database/index.ts'
import type { JobOutcome } from '../../../platform/jobs/index.ts'
import type { SubjectState } from '../../../platform/subjects.ts'
import {
  type DecideDependencies,
  openAndDecide,
  type PendingGroupDecision,
} from '../pipeline/decide/decide.ts'
import { type AffectedResource, rulesFor } from '../pipeline/decide/filter.ts'
import { groupOf } from '../pipeline/decide/group.ts'
import { type Way, waysTo } from '../pipeline/decide/people.ts'
import { prepareDecision } from '../pipeline/decide/prepare.ts'
import { sendImmediately } from '../pipeline/queue/queue.ts'
import { Decisions, type TriggeringEvent } from '../pipeline/record/rows.ts'
import type { Recipient } from '../pipeline/decide/recipients.ts'
import { recipientsNamed } from '../pipeline/decide/recipients-named.ts'
import { alertEvent, type Rule } from '../pipeline/rules.ts'
import { loadTold, type ToldRow } from './book.ts'
import { handOver } from './carry.ts'
import { failureEvent } from './cover.ts'
import { alertEventOf, endAlerts, endGroups, stateOfAlert } from './end.ts'
import { flaps, steadyAt } from './flapping.ts'
import { flappingOf, restsOpen } from './steady.ts'
import {
  addNotes,
  findAlerts,
  lockAlertOf,
  type ResourceAlert,
  rulesOfGroups,
  severityLevel,
} from './stored.ts'

/** Alerts that one run looks at. */
const MOST_LOOKED_AT = 5_000
/** States that one statement loads. */
const MOST_LOADED = 500
/** Alerts that one run decides about again. */
const MOST_DECIDED = 500
/** An open alert is looked at this often. Milliseconds. */
const REVIEW_MILLISECONDS = 55_000

/** The event that says that a resource of a kind is well. */
const recoveryEvent = (kind: string) => (kind === 'check' ? 'check.passed' : `${kind}.healthy`)

async function loadState(
  { subjects }: Pick<DecideDependencies, 'subjects'>,
  { resource_kind: kind, resource_id: id }: ResourceAlert,
): Promise<SubjectState | undefined> {
  return (await subjects.get(kind)?.load([id]))?.get(id)
}

async function end(
  dependencies: DecideDependencies,
  rules: ReadonlyMap<string, Rule>,
  alert: ResourceAlert,
  state: SubjectState,
  reason: AlertEnd,
  text?: string,
): Promise<void> {
  const now = dependencies.now()
  // What stayed open for a while although its resource was well is over since then.
  const well = reason === 'recovered' && !alert.is_wrong ? alert.changes.at(-1) : undefined
  const happening: TriggeringEvent = {
    id: alert.id,
    event: recoveryEvent(alert.resource_kind),
    tells: 'recovery',
    time: well ?? now,
  }
  await inTransaction(dependencies.pool, async (client) => {
    const locked = await lockAlertOf(client, { kind: alert.resource_kind, id: alert.resource_id })
    if (locked?.id !== alert.id) return
    if (reason === 'recovered' && (await restsOpen(client, dependencies, rules, locked, now))) return
    const ending = { happening, state, reason, ...(text === undefined ? {} : { text }) }
    await endAlerts(client, dependencies, rules, [{ alert: locked, ending }])
  })
}

/** Whether an alert that flapped goes on: not if its resource is well by now. */
async function settle(
  dependencies: DecideDependencies,
  rules: ReadonlyMap<string, Rule>,
  alert: ResourceAlert,
  state: SubjectState,
): Promise<boolean> {
  const now = dependencies.now()
  const times = alert.changes.map((time) => time.getTime())
  const limits = await flappingOf(dependencies.pool, dependencies, rules, alert)
  if (flaps(times, true, limits, now.getTime())) {
    const next = steadyAt(times, limits, now.getTime())
    await inTransaction(dependencies.pool, (client) =>
      dependencies.review.at(client, new Map([[alert.id, next]])),
    )
    return alert.is_wrong
  }
  await inTransaction(dependencies.pool, async (client) => {
    await client.query(sql`update core.alerts set flapping_since = null where id = ${alert.id}`)
    await addNotes(client, [
      { alert_id: alert.id, at: now, kind: 'steady', text: `${state.name} is steady again`, person_id: null },
    ])
    // Those who know that it fails are told that it goes on.
    if (alert.is_wrong)
      await client.query(sql`update core.alert_told set level = 0 where alert_id = ${alert.id}`)
  })
  if (alert.is_wrong) return true
  await end(dependencies, rules, alert, state, 'recovered')
  return false
}

/** Ways to those whom an escalation told and whom no rule names, if their message was held back. */
async function askedWays(
  dependencies: DecideDependencies,
  rule: Rule,
  told: readonly ToldRow[],
  known: ReadonlySet<string>,
  state: SubjectState,
): Promise<Way[]> {
  const open = told.filter(
    (row) =>
      row.notification_id === rule.id &&
      row.knows !== 'open' &&
      row.send_id === null &&
      !known.has(row.recipient),
  )
  const ways: Way[] = []
  for (const { recipient, person_id: personId, team_id: teamId } of open) {
    const named = teamId === null ? personId && { personId } : { teamId }
    if (named === null || named === '') continue
    for (const each of await recipientsNamed(dependencies.pool, named))
      for (const way of await waysTo(dependencies.people, each, state.severity))
        if (way.recipient.key === recipient) ways.push({ ...way, afterMilliseconds: 0 })
  }
  return ways
}

/** When what kept an alert quiet ended, if something did. */
function quietUntil(told: readonly ToldRow[], now: Date): Date | undefined {
  const held = told.filter(({ held_by: by }) => by === 'silence' || by === 'inhibition')
  if (held.length === 0) return undefined
  const ends = held.flatMap(({ held_until: until }) =>
    until !== null && until < now ? [until.getTime()] : [],
  )
  return ends.length === 0 ? now : new Date(Math.max(...ends))
}

/**
 * The event by which a rule looks at an alert; undefined if it does not.
 * @param failure what says how its resource is, for a rule that does not look at it so far
 */
function eventFor(
  { events }: Pick<Rule, 'events'>,
  { event, resource_kind: kind }: ResourceAlert,
  failure: string | undefined,
): string | undefined {
  if (failure !== undefined) return events.includes(failure) ? failure : undefined
  return events.includes(event) ? event : alertEvent(events, kind)
}

/** Whether a person knows of an alert, or is being told, by another way: a way that they add is for what comes. */
const isKnownOtherwise = (told: readonly ToldRow[], { key, personId, teamId }: Recipient): boolean =>
  personId !== undefined &&
  teamId === undefined &&
  !told.some(({ recipient }) => recipient === key) &&
  told.some(
    ({ person_id: person, team_id: team, knows, send_id: send }) =>
      person === personId && team === null && (knows === 'open' || send !== null),
  )

/** Prepares the rules that look at an alert: also those that do only now. */
async function prepareRules(
  dependencies: DecideDependencies,
  rules: ReadonlyMap<string, Rule>,
  alert: ResourceAlert,
  state: SubjectState,
): Promise<{ pending: PendingGroupDecision[]; unmatched: string[]; keeps: boolean }> {
  const ofGroups = await rulesOfGroups(dependencies.pool, alert.id)
  const told = await loadTold(dependencies.pool, [alert.id])
  // What a person opened again is in no group any more.
  const isOfGroup = new Set(ofGroups)
  const failure = failureEvent(state)
  const pending: PendingGroupDecision[] = []
  const matched = new Set<string>()
  for (const rule of rules.values()) {
    const event = eventFor(rule, alert, ofGroups.length === 0 || isOfGroup.has(rule.id) ? undefined : failure)
    if (event === undefined) continue
    const happening: TriggeringEvent = {
      id: alert.id,
      event,
      tells: 'alert',
      time: state.since ?? alert.opened_at,
    }
    const resource: AffectedResource = { state, happening }
    const [match] = await rulesFor(dependencies, [rule], resource)
    if (match === undefined) continue
    matched.add(rule.id)
    if (match.error !== undefined) continue
    const decisions = new Decisions(dependencies.now).add(
      'rule',
      'note',
      'Looked at again, because nobody was told so far',
    )
    const hurry = (ids: readonly string[]) => sendImmediately(dependencies, ids)
    const prepared = await prepareDecision(dependencies, rule, resource, decisions, hurry)
    const known = new Set(prepared.ways.map(({ recipient }) => recipient.key))
    const newWays = prepared.ways.filter(({ recipient }) => !isKnownOtherwise(told, recipient))
    const asked = await askedWays(dependencies, rule, told, known, state)
    const silencedUntil = quietUntil(told, dependencies.now())
    pending.push({
      resource,
      rule,
      prepared: { ...prepared, ways: [...newWays, ...asked] },
      groupKey: groupOf(rule, state).key,
      ...(silencedUntil === undefined ? {} : { silencedUntil }),
    })
  }
  return { pending, unmatched: ofGroups.filter((id) => !matched.has(id)), keeps: matched.size > 0 }
}

/** Whether all of these rules are there, but switched off. */
async function areOff(pool: Pool, ruleIds: readonly string[]): Promise<boolean> {
  const { rowCount } = await pool.query(sql`
    select from core.notifications
    where id = any(${[...ruleIds]}) and not enabled and deleted_at is null`)
  return ruleIds.length > 0 && rowCount === ruleIds.length
}

/** Looks at one alert: ends it if nothing is wrong any more, or decides about its recipients again. */
export async function reviewAlert(dependencies: DecideDependencies, id: string): Promise<boolean> {
  const { pool } = dependencies
  const began = dependencies.now()
  // Before anything is read: what marks it from now on has it looked at once more.
  await pool.query(sql`update core.alerts set reviewed_at = ${began} where id = ${id} and closed_at is null`)
  const [alert] = await findAlerts(pool, [id])
  if (alert === undefined || alert.closed_at !== null) return false
  const rules = new Map((await dependencies.rules.all()).map((rule) => [rule.id, rule]))
  const state = await loadState(dependencies, alert)
  if (state === undefined) {
    await end(dependencies, rules, alert, stateOfAlert(alert), 'deleted')
    return true
  }
  if (state.isOff === true && state.health !== 'healthy') {
    await end(dependencies, rules, alert, state, 'disabled')
    return true
  }
  if (alert.flapping_since !== null) {
    if (!(await settle(dependencies, rules, alert, state))) return true
  } else if (state.health === 'healthy' || (state.health === 'unknown' && !alert.is_wrong)) {
    await end(dependencies, rules, alert, state, 'recovered')
    return true
  }
  const { pending, unmatched, keeps } = await prepareRules(dependencies, rules, alert, state)
  if (!keeps) {
    if (await areOff(pool, unmatched))
      await end(dependencies, rules, alert, state, 'disabled', 'The rule that looked at it was switched off')
    else await end(dependencies, rules, alert, state, 'unmatched')
    return true
  }
  await dependencies.names.keep([state.name])
  await inTransaction(pool, async (client) => {
    const locked = await lockAlertOf(client, state)
    if (locked?.id !== id) return
    if (unmatched.length > 0) {
      await handOver(client, alert.id, unmatched, pending)
      await leaveGroups(client, dependencies, rules, { alert, state, unmatched })
    }
    // A group may have another key by now, because the rule or the resource changed.
    if (pending.length > 0) await openAndDecide(client, dependencies, pending, true)
    await beginEscalations(client, dependencies, rules, alert)
    await client.query(sql`update core.alerts set due_at = null where id = ${id} and due_at <= ${began}`)
  })
  return true
}

/** Has escalations begin whose rule got its policy after its group opened. */
async function beginEscalations(
  client: ClientBase,
  { events, now }: DecideDependencies,
  rules: ReadonlyMap<string, Rule>,
  { id }: ResourceAlert,
): Promise<void> {
  const withPolicy = [...rules.values()].filter(({ escalationPolicyId: policy }) => policy !== undefined)
  if (withPolicy.length === 0) return
  const { rows } = await client.query<Parameters<typeof alertEventOf>[0]>(sql`
    select grouped.id, grouped.notification_id, grouped.severity
    from core.notification_alert_members as member
    join core.notification_alerts as grouped on grouped.id = member.alert_id and grouped.closed_at is null
    where member.of_alert = ${id} and member.ended_at is null
      and grouped.notification_id = any(${withPolicy.map((rule) => rule.id)})
      and not exists (select from core.escalations where alert_id = grouped.id)`)
  const opened = rows.map((group) => alertEventOf(group, rules.get(group.notification_id), now()))
  if (opened.length > 0) await events.emit(client, 'alert.opened', ...opened)
}

async function leaveGroups(
  client: ClientBase,
  dependencies: DecideDependencies,
  rules: ReadonlyMap<string, Rule>,
  { alert, state, unmatched }: { alert: ResourceAlert; state: SubjectState; unmatched: readonly string[] },
): Promise<void> {
  const happening: TriggeringEvent = {
    id: alert.id,
    event: recoveryEvent(alert.resource_kind),
    tells: 'recovery',
    time: dependencies.now(),
  }
  await endGroups(client, dependencies, rules, [{ happening, state, reason: 'unmatched' }], unmatched)
  await client.query(sql`
    update core.alert_told set held_by = null, held_until = null, held_since = null
    where alert_id = ${alert.id} and notification_id = any(${[...unmatched]}) and held_by is not null`)
}

type SeenAlert = Pick<
  ResourceAlert,
  | 'id'
  | 'resource_kind'
  | 'resource_id'
  | 'resource_name'
  | 'namespace'
  | 'labels'
  | 'severity'
  | 'flapping_since'
> & { is_held: boolean; is_due: boolean; is_stale: boolean }

const findSeen = (now: Date, before: Date) => sql`
  select alert.id, alert.resource_kind, alert.resource_id, alert.resource_name, alert.namespace,
    alert.labels, alert.severity, alert.flapping_since,
    coalesce(alert.due_at <= ${now}, false) as is_due,
    exists (
      select from core.alert_told as told where told.alert_id = alert.id and told.held_by is not null
        and (told.held_by in ('silence', 'inhibition') or told.held_until is null or told.held_until <= ${now})
    ) or exists (
      -- What still fails after the time of a reminder.
      select from core.alert_told as told join core.notifications as rule on rule.id = told.notification_id
      where told.alert_id = alert.id and told.knows = 'open' and told.send_id is null
        and rule.reminder_interval is not null
        and told.known_at + rule.reminder_interval / 1000000000.0 * interval '1 second' <= ${now}
    ) as is_held,
    alert.reviewed_at = '-infinity' or exists (
      select from core.notification_alert_members as member
      join core.notification_alerts as grouped on grouped.id = member.alert_id
      join core.notifications as rule on rule.id = grouped.notification_id
      where member.of_alert = alert.id and member.ended_at is null and rule.updated_at > alert.reviewed_at
    ) as is_stale
  from core.alerts as alert
  where alert.closed_at is null and (alert.reviewed_at < ${before} or alert.due_at <= ${now})
  order by alert.reviewed_at limit ${MOST_LOOKED_AT}`

const isSameLabels = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>) =>
  isDeepStrictEqual(one, other)

/** Whether an alert has to be decided about again. */
function needsReview(alert: SeenAlert, state: SubjectState | undefined): boolean {
  if (alert.is_due || alert.is_held || alert.is_stale || state === undefined) return true
  if (state.isOff === true) return true
  if (state.health === 'healthy' && alert.flapping_since === null) return true
  if (severityLevel(state.severity) > severityLevel(alert.severity)) return true
  if (state.name !== alert.resource_name || (state.namespace ?? null) !== alert.namespace) return true
  return !isSameLabels(state.labels, alert.labels)
}

/** Looks at all open alerts that nobody looked at for a minute: most need no more than that. */
export async function reviewAlerts(dependencies: DecideDependencies): Promise<JobOutcome> {
  const { pool, subjects } = dependencies
  const now = dependencies.now()
  const before = new Date(now.getTime() - REVIEW_MILLISECONDS)
  const { rows } = await pool.query<SeenAlert>(findSeen(now, before))
  const wanted: string[] = []
  const fine: string[] = []
  for (const [kind, ofKind] of Map.groupBy(rows, (row) => row.resource_kind))
    for (let start = 0; start < ofKind.length; start += MOST_LOADED) {
      const some = ofKind.slice(start, start + MOST_LOADED)
      const states = await subjects.get(kind)?.load(some.map((row) => row.resource_id))
      for (const alert of some)
        (needsReview(alert, states?.get(alert.resource_id)) ? wanted : fine).push(alert.id)
    }
  if (fine.length > 0)
    await pool.query(
      sql`update core.alerts set reviewed_at = ${now} where id = any(${fine}) and reviewed_at > '-infinity' and reviewed_at < ${now}`,
    )
  let count = 0
  for (const id of wanted.slice(0, MOST_DECIDED)) if (await reviewAlert(dependencies, id)) count += 1
  return { success: count, errors: [] }
}

/**
 * Has alerts looked at again soon: those that something holds back, because a silence changed, or those of a rule that
 * changed. Called in every process; one run is enough.
 * @param ruleIds rules that changed; undefined if a silence did
 * @returns whether there are any
 */
export async function markForReview(pool: Pool, ruleIds: readonly string[] | undefined): Promise<boolean> {
  const { rowCount } =
    ruleIds === undefined
      ? await pool.query(sql`
          update core.alerts as alert set reviewed_at = '-infinity'
          where alert.closed_at is null and alert.reviewed_at > '-infinity' and exists (
            select from core.alert_told as told where told.alert_id = alert.id and told.held_by in ('silence', 'inhibition')
          )`)
      : await pool.query(sql`
          update core.alerts as alert set reviewed_at = '-infinity'
          where alert.closed_at is null and alert.reviewed_at > '-infinity' and exists (
            select from core.notification_alert_members as member
            join core.notification_alerts as grouped on grouped.id = member.alert_id
            where member.of_alert = alert.id and member.ended_at is null and grouped.notification_id = any(${[...ruleIds]})
          )`)
  return (rowCount ?? 0) > 0
}

/**
 * Has open alerts of some kinds looked at again soon, because a rule may cover them that did not so far.
 * @returns whether there are any
 */
export async function markForCoverage(pool: Pool, kinds: readonly SubjectKind[]): Promise<boolean> {
  const { rowCount } = await pool.query(sql`
    update core.alerts set reviewed_at = '-infinity'
    where closed_at is null and reviewed_at > '-infinity' and resource_kind = any(${[...kinds]})`)
  return (rowCount ?? 0) > 0
}
