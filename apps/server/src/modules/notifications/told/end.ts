// Ends alerts, and tells everybody who was told, by whatever path.
import type { AlertEnd } from '@binnacle/contract/notifications'
import type { EventPayload } from '@binnacle/contract/events'
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { Events } from '../../../platform/events/index.ts'
import type { SubjectState } from '../../../platform/subjects.ts'
import { type Alert, type ClosedAlert, endAlertsOf, toldOf } from '../pipeline/alerts.ts'
import type { SendJob } from '../pipeline/queue.ts'
import { addSend, Decisions, type Happening } from '../pipeline/rows.ts'
import { goneRule, type Rule } from '../pipeline/rules.ts'
import { LISTED_END_WAIT } from './digest.ts'
import { closeAlert, endText, type ResourceAlert } from './stored.ts'

export interface EndDependencies {
  events: Pick<Events, 'emit'>
  sendJob: SendJob
  now: () => Date
}

/** The payload of an event about a group. */
export function alertEventOf(
  alert: Pick<Alert, 'id' | 'notification_id' | 'severity'>,
  rule: Pick<Rule, 'escalationPolicyId'> | undefined,
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

/** What a resource looks like of which only the alert is left. */
export function stateOfAlert(alert: ResourceAlert): SubjectState {
  return {
    kind: alert.resource_kind,
    id: alert.resource_id,
    name: alert.resource_name,
    type: alert.resource_type ?? undefined,
    namespace: alert.namespace ?? undefined,
    labels: alert.labels,
    severity: alert.severity,
    health: 'unknown',
    reason: alert.reason ?? undefined,
    since: alert.since,
    within: [],
    dependsOn: [],
    path: alert.path,
    variables: {},
  }
}

/** Ends messages about a group that still wait. */
async function skipWaiting(client: ClientBase, now: () => Date, groupId: string, why: string): Promise<void> {
  const decisions = new Decisions(now).add('wait', 'stop', why)
  await client.query(sql`
    with skipped as (
      update core.notification_send_history set status = 'skipped', created_at = ${now()}
      where alert_id = ${groupId} and status = 'pending' and tells = 'alert' and attempt_at is null
      returning id
    ),
    released as (
      update core.alert_told as told set send_id = null from skipped where told.send_id = skipped.id
    )
    update core.notification_send_details set decisions = decisions || ${JSON.stringify(decisions.list)}::jsonb
    from skipped where send_id = skipped.id`)
}

/** Tells those who were told of a group that it is over. Neither a silence nor a limit keeps that back. */
async function tellEnd(
  client: ClientBase,
  { now: clock, sendJob }: EndDependencies,
  rule: Rule,
  { happening, state }: { happening: Happening; state: SubjectState },
  group: ClosedAlert,
): Promise<void> {
  const now = clock()
  const told = await toldOf(client, group.id)
  for (const { recipient, isCertain, isOverdue, isListed } of told) {
    const was = isOverdue ? 'should have been' : isCertain ? 'was' : 'may have been'
    const decisions = new Decisions(clock).add(
      'rule',
      'pass',
      `${recipient.name} ${was} told of the alert that is over now`,
    )
    const base = { happening, rule, state, recipient, decisions, alertId: group.id }
    // What a list told of ends in a list, if it ends together.
    const notBefore = isListed ? new Date(now.getTime() + LISTED_END_WAIT) : now
    const send = { ...base, status: 'pending', notBefore } as const
    const id = await addSend(client, send, now, `end of ${group.id}`)
    if (id !== undefined) await sendJob.addAt(client, notBefore, { id })
  }
}

/** What ended, and why. */
export interface Ending {
  happening: Happening
  state: SubjectState
  reason: AlertEnd
}

/**
 * Ends what groups remember of a resource, of the rules given or of all. The caller has locked its alert.
 * @returns the rules whose groups ended
 */
export async function endGroups(
  client: ClientBase,
  dependencies: EndDependencies,
  rules: ReadonlyMap<string, Rule>,
  { happening, state, reason }: Ending,
  ofRules?: readonly string[],
): Promise<ReadonlySet<string>> {
  const ended = await endAlertsOf(client, state, happening.time, ofRules)
  const why = reason === 'recovered' ? 'It was over before the message went out' : endText(reason, state.name)
  for (const group of ended) {
    await skipWaiting(client, dependencies.now, group.id, why)
    const rule = rules.get(group.notification_id)
    await dependencies.events.emit(client, 'alert.closed', alertEventOf(group, rule, happening.time))
    await tellEnd(client, dependencies, rule ?? goneRule(group.notification_id), { happening, state }, group)
  }
  return new Set(ended.map((group) => group.notification_id))
}

/** Ends an alert that the caller has locked. @returns the rules whose groups ended */
export async function endAlert(
  client: ClientBase,
  dependencies: EndDependencies,
  rules: ReadonlyMap<string, Rule>,
  alert: ResourceAlert,
  ending: Ending,
): Promise<ReadonlySet<string>> {
  await closeAlert(client, alert, ending.reason, ending.happening.time)
  return endGroups(client, dependencies, rules, ending)
}
