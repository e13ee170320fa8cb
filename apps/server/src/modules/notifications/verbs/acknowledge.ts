// What somebody with the link of a message sees of its alerts, and does about them.
import type { LinkedAlert } from '@binnacle/contract/notifications'
import { severities } from '@binnacle/contract/health'
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import { anyOf, tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { ResourceAlert } from '../told/stored.ts'
import { findAlerts } from '../told/stored.ts'
import { type Acting, actOnAlerts, alertsNamed, isTakenCareOf, type VerbDependencies } from '../told/verbs.ts'

/** An alert, as somebody who has its link sees it. */
export type ShownAlert = Omit<LinkedAlert, 'name' | 'asksName'>

const MOST_SHOWN = 10

async function namesOfRules(client: ClientBase, alertIds: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ name: string }>(sql`
    select distinct rule.name
    from core.notification_alert_members as member
    join core.notification_alerts as grouped on grouped.id = member.alert_id
    join core.notifications as rule on rule.id = grouped.notification_id
    where member.of_alert = any(${[...alertIds]}) order by rule.name limit 5`)
  return rows.map(({ name }) => name).join(', ')
}

const rankOf = ({ severity }: Pick<ResourceAlert, 'severity'>) => severities.indexOf(severity)

/** Reads the alerts that an id means, for somebody who has their link. @throws RequestError if they are gone */
export async function showAlert(client: ClientBase, id: string, now: Date): Promise<ShownAlert> {
  const ids = await alertsNamed(client, id)
  const alerts = (await findAlerts(client, ids)).toSorted((a, b) => a.since.getTime() - b.since.getTime())
  const [first] = alerts
  if (first === undefined) throw new RequestError('ENOTFOUND', 'There is no such alert any more')
  const open = alerts.filter(({ closed_at: closed }) => closed === null)
  const waiting = open.filter((alert) => !isTakenCareOf(alert, now))
  const [taken] = waiting.length === 0 ? open : []
  const worst = alerts.reduce((most, each) => (rankOf(each) > rankOf(most) ? each : most), first)
  return {
    state: open.length === 0 ? 'over' : waiting.length === 0 ? 'acknowledged' : 'open',
    rule: await namesOfRules(client, ids),
    severity: worst.severity,
    since: first.opened_at.toISOString(),
    acknowledgedBy: taken?.acknowledged_name ?? null,
    acknowledgedUntil: taken?.acknowledged_until?.toISOString() ?? null,
    resources: open.slice(0, MOST_SHOWN).map((alert) => ({
      kind: alert.resource_kind,
      id: alert.resource_id,
      name: alert.resource_name,
      reason: alert.reason,
    })),
    count: open.length,
  }
}

/** Acknowledges the open alerts that an id means. @returns whether this call acknowledged one of them */
export async function acknowledgeNamed(
  client: ClientBase,
  verbs: VerbDependencies,
  id: string,
  acting: Acting,
  now: Date,
): Promise<boolean> {
  const ids = await alertsNamed(client, id)
  if (ids.length === 0) return false
  return (await actOnAlerts(client, verbs, { ids, verb: 'acknowledge' }, acting, now)).length > 0
}

/**
 * The person of a link; undefined if several may have it.
 * @throws RequestError if it is the link of a person whose account is not in use any more: it opens nothing to whoever has it
 */
export async function personOfLink(
  client: ClientBase,
  personId: string | undefined,
): Promise<{ id: string; name: string } | undefined> {
  if (personId === undefined) return undefined
  const person = await tablesOn(client)
    .selectFrom('core.people')
    .select(['id', 'name'])
    .where('id', '=', anyOf([personId]))
    .where('deleted_at', 'is', null)
    .where('active', '=', true)
    .executeTakeFirst()
  if (person === undefined) throw new RequestError('EGONE', 'The account of this link is not in use any more')
  return person
}
