import { type SubjectKind, subjectKinds } from '@binnacle/contract/kinds'
import {
  acknowledgement,
  alertAct,
  alertActed,
  type AlertRow,
  openAlert,
  whyNotified,
  type OpenAlert,
} from '@binnacle/contract/notifications'
import { criticalSeverities } from '@binnacle/contract/health'
import { allow } from '@binnacle/contract/access'
import { waitingAlerts } from '@binnacle/contract/people'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { inTransaction } from '../../platform/database/index.ts'
import { RequestError } from '../../platform/errors.ts'
import type { DraftTests } from '../../platform/specs/draft-tests.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import type { SilenceBook } from '../silences/index.ts'
import { explainResource, type ExplainDependencies } from './pipeline/decide/explain.ts'
import type { Rules } from './pipeline/rules.ts'
import { silenceAlerts } from './told/silence.ts'
import { findAlertOf } from './told/stored.ts'
import { actOnAlerts, alertsNamed, isTakenCareOf, type VerbDependencies } from './told/verbs.ts'
import { sendAgain, type SendAgainDependencies } from './verbs/send-again.ts'

const reads = { resource: 'notifications', action: 'read' } as const
const writes = { resource: 'notifications', action: 'write' } as const
/** Responders take care of alerts; they write no rules. */
const responds = { resource: 'responder', action: 'write' } as const

const resource = z.object({ kind: z.enum(subjectKinds), id: z.uuid('is not an id') })
const byId = z.object({ id: z.uuid('is not an id') })

/** The open alert of a resource, if it has one. */
async function alertsOf(pool: Pool, kind: SubjectKind, id: string, now: Date): Promise<OpenAlert[]> {
  const alert = await findAlertOf(pool, { kind, id })
  if (alert === undefined) return []
  const { rows } = await pool.query<Pick<AlertRow, 'rules' | 'hold'>>(
    sql`select rules, hold from api.alerts where id = ${alert.id}`,
  )
  const [shown] = rows
  return [
    {
      id: alert.id,
      rules: shown?.rules ?? [],
      severity: alert.severity,
      since: alert.opened_at.toISOString(),
      acknowledged: isTakenCareOf(alert, now)
        ? { by: alert.acknowledged_name ?? '', until: alert.acknowledged_until?.toISOString() ?? null }
        : null,
      snoozedUntil:
        alert.snoozed_until !== null && alert.snoozed_until > now ? alert.snoozed_until.toISOString() : null,
      hold: shown?.hold ?? null,
    },
  ]
}

/** Counts the open alerts that a person was told of, or has, and that nobody takes care of. */
export async function countMine(
  pool: Pool,
  personId: string,
  now: Date,
): Promise<{ count: number; critical: number }> {
  const { rows } = await pool.query<{ count: number; critical: number }>(sql`
    select count(*)::integer as count, (count(*) filter (where alert.severity = any (${criticalSeverities})))::integer as critical
    from core.alerts as alert
    where alert.closed_at is null
      and (alert.acknowledged_at is null or alert.acknowledged_until <= ${now})
      and (alert.snoozed_until is null or alert.snoozed_until <= ${now})
      and (alert.assigned_to = ${personId} or exists (
        select from core.alert_told as told
        where told.alert_id = alert.id and told.person_id = ${personId} and told.knows = 'open'
      ))`)
  return rows[0] ?? { count: 0, critical: 0 }
}

export interface RouteDependencies extends ExplainDependencies {
  rules: Pick<Rules, 'all'>
  again: SendAgainDependencies
  verbs: VerbDependencies
  draftTests: Pick<DraftTests, 'preview'>
  silences: Pick<SilenceBook, 'cover'>
}

/** What people ask about notifications, and what they do about alerts. */
export function notificationRoutes(dependencies: RouteDependencies): Route[] {
  const { pool, subjects, now } = dependencies

  const why = defineRoute({
    method: 'GET',
    path: '/notification/why',
    summary: 'Whether anyone would be told about a resource now: by which rule, whom, and why not',
    access: reads,
    work: 'test',
    query: resource,
    answer: whyNotified,
    async handle({ query: { kind, id }, actor }) {
      await dependencies.draftTests.preview(actor)
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
      const { personId, name } = actor
      const act = { verb: 'acknowledge' as const, ...(minutes === undefined ? {} : { minutes }) }
      const acknowledged = await inTransaction(pool, async (client) => {
        const ids = await alertsNamed(client, id)
        if (ids.length === 0) return false
        const acting = { by: actor, personId, name }
        return (await actOnAlerts(client, dependencies.verbs, { ids, ...act }, acting, now())).length > 0
      })
      return { acknowledged }
    },
  })

  const act = defineRoute({
    method: 'POST',
    path: '/notification/alerts/act',
    summary: 'Acknowledges, snoozes, resolves or assigns alerts, or undoes that; silences their resources',
    access: responds,
    body: alertAct,
    answer: alertActed,
    handle: ({ body, actor }) =>
      inTransaction(pool, async (client) => {
        const { verb } = body
        if (verb === 'silence') {
          if (!allow(actor.roles, writes.resource, writes.action))
            throw new RequestError('EFORBIDDEN', 'You do not have permission to silence')
          return { changed: await silenceAlerts(client, dependencies.silences, body, actor, now()) }
        }
        const acting = { by: actor, personId: actor.personId, name: actor.name }
        return { changed: await actOnAlerts(client, dependencies.verbs, { ...body, verb }, acting, now()) }
      }),
  })

  const mine = defineRoute({
    method: 'GET',
    path: '/notification/alerts/mine',
    summary: 'How many open alerts the caller was told of, or has, that nobody acknowledged',
    access: reads,
    answer: waitingAlerts,
    handle: ({ actor }) => countMine(pool, actor.personId, now()),
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

  return [why, alerts, mine, acknowledge, act, again]
}
