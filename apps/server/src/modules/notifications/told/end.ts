// Ends alerts, and tells everybody who was told, by whatever path.
import type { AlertEnd } from '@binnacle/contract/notifications'
import type { EventPayload } from '@binnacle/contract/kinds'
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { Events } from '../../../platform/events/index.ts'
import type { SubjectState } from '../../../platform/subjects.ts'
import {
  type Alert,
  type ClosedAlert,
  endAlertsOf,
  notifiedRecipientsOf,
  type ToldRecipient,
} from '../pipeline/alerts.ts'
import type { SendJob } from '../pipeline/queue/queue.ts'
import {
  addSends,
  Decisions,
  type TriggeringEvent,
  type KeyedSend,
  sendIdOf,
} from '../pipeline/record/rows.ts'
import { goneRule, type Rule } from '../pipeline/rules.ts'
import type { ListJob } from './digest.ts'
import { ENDS_QUIET } from './lists.ts'
import { closeAlerts, endText, type ResourceAlert } from './stored.ts'

export interface EndDependencies {
  events: Pick<Events, 'emit'>
  sendJob: SendJob
  listJob: ListJob
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
async function skipWaiting(
  client: ClientBase,
  now: () => Date,
  groupIds: readonly string[],
  why: string,
): Promise<void> {
  const decisions = new Decisions(now).add('wait', 'stop', why)
  await client.query(sql`
    with skipped as (
      update core.notification_send_history set status = 'skipped', created_at = ${now()}
      where alert_id = any(${[...groupIds]}) and status = 'pending' and tells = 'alert' and attempt_at is null
        -- A list tells of others too.
        and not is_digest
      returning id
    ),
    released as (
      update core.alert_told as told set send_id = null from skipped where told.send_id = skipped.id
    )
    update core.notification_send_details set decisions = decisions || ${JSON.stringify(decisions.list)}::jsonb
    from skipped where send_id = skipped.id`)
}

/** A group that ended, with its rule and the last of its resources. */
interface EndedGroup {
  group: ClosedAlert
  rule: Rule
  ending: Pick<Ending, 'happening' | 'state'>
}

/** Tells those who were told of groups that they are over. Neither a silence nor a limit keeps that back. */
async function tellEnd(
  client: ClientBase,
  { now: clock, sendJob, listJob }: EndDependencies,
  groups: readonly EndedGroup[],
): Promise<void> {
  const now = clock()
  const told = Map.groupBy(
    await notifiedRecipientsOf(
      client,
      groups.map(({ group }) => group.id),
    ),
    ({ alertId }) => alertId,
  )
  const sends = groups.flatMap((ended) =>
    (told.get(ended.group.id) ?? []).map((each) => ({
      isListed: each.isListed,
      ...endOf(ended, each, clock),
    })),
  )
  const added = await addSends(client, sends, now)
  const fresh = sends.filter((send) => added.has(sendIdOf(send)))
  await sendJob.addEachAt(
    client,
    fresh.filter((send) => !send.isListed).map((send) => ({ time: now, payload: { id: sendIdOf(send) } })),
  )
  // What a list told of ends in a list, if it ends together.
  const later = new Date(now.getTime() + ENDS_QUIET)
  const listed = fresh.flatMap(({ isListed, send }) => (isListed ? (send.recipient?.key ?? []) : []))
  await listJob.addUnlessWaiting(
    client,
    Array.from(new Set(listed), (recipient) => ({ time: later, payload: { recipient } })),
  )
}

/** The message that tells somebody of the end of a group. */
function endOf(
  { group, rule, ending: { happening, state } }: EndedGroup,
  { recipient, isCertain, isOverdue, isListed }: ToldRecipient,
  clock: () => Date,
): KeyedSend {
  const was = isOverdue ? 'should have been' : isCertain ? 'was' : 'may have been'
  const decisions = new Decisions(clock).add(
    'rule',
    'pass',
    `${recipient.name} ${was} told of the alert that is over now`,
  )
  const base = { happening, rule, state, recipient, decisions, alertId: group.id }
  const send = { ...base, status: 'pending', notBefore: clock(), inList: isListed } as const
  return { send, key: `end of ${group.id}` }
}

/** What ended, and why. */
export interface Ending {
  happening: TriggeringEvent
  state: SubjectState
  reason: AlertEnd
  /** A sentence about it; as usual for the reason if there is none. */
  text?: string
}

/** The group of a rule that ended with a resource. */
const groupEnd = (resourceId: string, ruleId: string) => `${resourceId} ${ruleId}`

/** Groups that ended. */
export interface EndedGroups {
  has(resourceId: string, ruleId: string): boolean
}

/**
 * Ends what groups remember of resources, of the rules given or of all. The caller has locked their alerts.
 * @param endings of different resources
 */
export async function endGroups(
  client: ClientBase,
  dependencies: EndDependencies,
  rules: ReadonlyMap<string, Rule>,
  endings: readonly Ending[],
  ofRules?: readonly string[],
): Promise<EndedGroups> {
  const endingOf = new Map(endings.map((ending) => [ending.state.id, ending]))
  const closed = await endAlertsOf(
    client,
    Array.from(endingOf.values(), ({ state: { kind, id }, happening: { time } }) => ({ kind, id, time })),
    ofRules,
  )
  const ended = closed.flatMap((group) => {
    const ending = endingOf.get(group.resourceId)
    if (ending === undefined) return []
    return [{ group, ending, rule: rules.get(group.notification_id) ?? goneRule(group.notification_id) }]
  })
  for (const [why, ofReason] of Map.groupBy(ended, ({ ending }) => whySkipped(ending)))
    await skipWaiting(
      client,
      dependencies.now,
      ofReason.map(({ group }) => group.id),
      why,
    )
  if (ended.length > 0) {
    const events = ended.map(({ group, ending: { happening } }) =>
      alertEventOf(group, rules.get(group.notification_id), happening.time),
    )
    await dependencies.events.emit(client, 'alert.closed', ...events)
    await tellEnd(client, dependencies, ended)
  }
  const keys = new Set(ended.map(({ group }) => groupEnd(group.resourceId, group.notification_id)))
  return { has: (resourceId, ruleId) => keys.has(groupEnd(resourceId, ruleId)) }
}

const textOf = ({ reason, state, text }: Ending): string => text ?? endText(reason, state.name)

/** Why a message that waited does not go out. */
const whySkipped = (ending: Ending): string =>
  ending.reason === 'recovered' ? 'It was over before the message went out' : textOf(ending)

/** Ends alerts that the caller has locked, of different resources. */
export async function endAlerts(
  client: ClientBase,
  dependencies: EndDependencies,
  rules: ReadonlyMap<string, Rule>,
  ends: readonly { alert: ResourceAlert; ending: Ending }[],
): Promise<EndedGroups> {
  await closeAlerts(
    client,
    ends.map(({ alert: { id, is_wrong: isWrong }, ending }) => ({
      id,
      reason: ending.reason,
      // What stayed open after its resource was well ends now.
      time: isWrong ? ending.happening.time : dependencies.now(),
      text: textOf(ending),
    })),
  )
  return endGroups(
    client,
    dependencies,
    rules,
    ends.map(({ ending }) => ending),
  )
}
