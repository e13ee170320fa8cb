// Alerts of resources that flap stay open until they are steady.
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import { flaps, type FlappingRules, steadyAt } from './flapping.ts'
import type { Reviews } from './reviews.ts'
import { addNotes, MOST_CHANGES, type OpenedAlert, type ResourceAlert } from './stored.ts'

export interface SteadyDependencies {
  flapping: () => FlappingRules
  review: Reviews
}

const timesOf = ({ changes }: Pick<ResourceAlert, 'changes'>) => changes.map((time) => time.getTime())

/** Notes which alerts flap from now on. The caller has locked them. */
export async function noteFlapping(
  client: ClientBase,
  { flapping, review }: SteadyDependencies,
  alerts: readonly OpenedAlert[],
  now: Date,
): Promise<void> {
  const rules = flapping()
  const begun = alerts.filter(
    (alert) =>
      alert.flapping_since === null &&
      !alert.wasWrong &&
      alert.changes.length >= rules.begins &&
      flaps(timesOf(alert), false, rules, now.getTime()),
  )
  if (begun.length === 0) return
  const ids = begun.map(({ id }) => id)
  await client.query(sql`update core.alerts set flapping_since = ${now} where id = any(${ids})`)
  for (const alert of begun) alert.flapping_since = now
  await addNotes(
    client,
    begun.map(({ id, resource_name: name }) => ({
      alert_id: id,
      at: now,
      kind: 'flapping',
      text: `${name} flaps: its changes are not told until it is steady`,
      person_id: null,
    })),
  )
  await review.at(
    client,
    new Map(begun.map((alert) => [alert.id, steadyAt(timesOf(alert), rules, now.getTime())])),
  )
}

/** Whether an alert stays open although its resource is well again. The caller has locked it. */
export async function restsOpen(
  client: ClientBase,
  { flapping, review }: SteadyDependencies,
  alert: ResourceAlert,
  now: Date,
): Promise<boolean> {
  const rules = flapping()
  const changes = alert.is_wrong ? [...timesOf(alert), now.getTime()].slice(-MOST_CHANGES) : timesOf(alert)
  if (alert.flapping_since === null || !flaps(changes, true, rules, now.getTime())) return false
  await client.query(sql`
    update core.alerts set is_wrong = false, changes = ${changes.map((time) => new Date(time))}::timestamptz[]
    where id = ${alert.id}`)
  await review.at(client, new Map([[alert.id, steadyAt(changes, rules, now.getTime())]]))
  return true
}
