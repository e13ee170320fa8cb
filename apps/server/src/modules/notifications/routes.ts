import {
  acknowledgement,
  openAlert,
  subjectKinds,
  whyNotified,
  type OpenAlert,
} from '@binnacle/contract/notifications'
import type { Pool } from 'pg'
import { z } from 'zod'
import { inTransaction } from '../../platform/database/index.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'
import { RequestError } from '../../platform/errors.ts'
import type { Events } from '../../platform/events/index.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { isAcknowledged } from './pipeline/alerts.ts'
import { explainResource, type ExplainDependencies } from './pipeline/explain.ts'
import type { Rules } from './pipeline/rules.ts'
import type { NotificationTables } from './tables.ts'
import { acknowledgeAlert } from './verbs/acknowledge.ts'
import { sendAgain, type SendAgainDependencies } from './verbs/send-again.ts'

const reads = { resource: 'notifications', action: 'read' } as const
const writes = { resource: 'notifications', action: 'write' } as const
/** Responders take care of alerts; they write no rules. */
const responds = { resource: 'responder', action: 'write' } as const

const resource = z.object({ kind: z.enum(subjectKinds), id: z.uuid('is not an id') })
const byId = z.object({ id: z.uuid('is not an id') })

/** The open alerts of a resource. */
async function alertsOf(pool: Pool, kind: string, id: string, now: Date): Promise<OpenAlert[]> {
  const rows = await tablesOn<NotificationTables>(pool)
    .selectFrom('core.notification_alert_members as member')
    .innerJoin('core.notification_alerts as alert', 'alert.id', 'member.alert_id')
    .innerJoin('core.notifications as rule', 'rule.id', 'alert.notification_id')
    .select([
      'alert.id',
      'alert.severity',
      'alert.opened_at',
      'alert.acknowledged_at',
      'alert.acknowledged_name',
      'alert.acknowledged_until',
      'alert.held_by',
      'rule.id as rule_id',
      'rule.name as rule_name',
    ])
    .where('member.resource_kind', '=', kind)
    .where('member.resource_id', '=', id)
    .where('member.ended_at', 'is', null)
    .where('alert.closed_at', 'is', null)
    .orderBy('alert.opened_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    rule: { id: row.rule_id, name: row.rule_name },
    severity: row.severity,
    since: row.opened_at.toISOString(),
    acknowledged: isAcknowledged(row, now)
      ? { by: row.acknowledged_name ?? '', until: row.acknowledged_until?.toISOString() ?? null }
      : null,
    heldBy: row.held_by,
  }))
}

export interface RouteDependencies extends ExplainDependencies {
  rules: Pick<Rules, 'all'>
  again: SendAgainDependencies
  events: Pick<Events, 'emit'>
}

/** What people ask about notifications, and what they do about alerts. */
export function notificationRoutes(dependencies: RouteDependencies): Route[] {
  const { pool, subjects, now } = dependencies

  const why = defineRoute({
    method: 'GET',
    path: '/notification/why',
    summary: 'Whether anyone would be told about a resource now: by which rule, whom, and why not',
    access: reads,
    query: resource,
    answer: whyNotified,
    async handle({ query: { kind, id } }) {
      const state = (await subjects.get(kind)?.load([id]))?.get(id)
      if (state === undefined) throw new RequestError('ENOTFOUND', `There is no ${kind} with this id`)
      return {
        name: state.name,
        health: state.health,
        alerts: await alertsOf(pool, kind, id, now()),
        rules: await explainResource(dependencies, await dependencies.rules.all(), state),
      }
    },
  })

  const alerts = defineRoute({
    method: 'GET',
    path: '/notification/alerts',
    summary: 'Open alerts of a resource',
    access: reads,
    query: resource,
    answer: z.array(openAlert),
    handle: ({ query: { kind, id } }) => alertsOf(pool, kind, id, now()),
  })

  const acknowledge = defineRoute({
    method: 'POST',
    path: '/notification/alerts/{id}/acknowledge',
    summary: 'Acknowledges an alert, so that nobody else is told until it is over or the time ends',
    access: responds,
    params: byId,
    body: acknowledgement,
    answer: z.object({ acknowledged: z.boolean() }),
    async handle({ params: { id }, body: { minutes }, actor }) {
      const at = now()
      const until = minutes === undefined ? null : new Date(at.getTime() + minutes * 60_000)
      const { personId, name } = actor
      const acknowledged = await inTransaction(pool, (client) =>
        acknowledgeAlert(client, dependencies.events, id, { by: actor, personId, name, until }, at),
      )
      return { acknowledged }
    },
  })

  const again = defineRoute({
    method: 'POST',
    path: '/notification/send/{id}/again',
    summary: 'Sends a message of the history again',
    access: writes,
    params: byId,
    answer: z.object({ id: z.uuid() }),
    status: 201,
    handle: ({ params: { id }, actor }) =>
      inTransaction(pool, async (client) => ({ id: await sendAgain(client, dependencies.again, id, actor) })),
  })

  return [why, alerts, acknowledge, again]
}
