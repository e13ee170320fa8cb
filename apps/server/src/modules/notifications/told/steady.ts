// Alerts of resources that flap stay open until they are steady.
import type { ClientBase, Pool } from 'pg'
import sql from 'sql-template-tag'
import type { Rule } from '../pipeline/rules.ts'
import { flappingFor, flaps, type FlappingRules, steadyAt } from './flapping.ts'
import type { Reviews } from './reviews.ts'
import { addNotes, MOST_CHANGES, type OpenedAlert, type ResourceAlert, rulesOfGroups } from './stored.ts'

export interface SteadyDependencies {
  flapping: () => FlappingRules
  review: Reviews
}

const timesOf = ({ changes }: Pick<ResourceAlert, 'changes'>) => changes.map((time) => time.getTime())

/** When the resource of an open alert counts as flapping, by the rules that look at it. */
export async function flappingOf(
  within: ClientBase | Pool,
  { flapping }: Pick<SteadyDependencies, 'flapping'>,
  rules: ReadonlyMap<string, Rule>,
  { id }: Pick<ResourceAlert, 'id'>,
): Promise<readonly FlappingRules[]> {
  const ids = await rulesOfGroups(within, id)
  return flappingFor(
    ids.flatMap((rule) => rules.get(rule) ?? []),
    flapping(),
  )
}

/**
 * Notes which alerts flap from now on. The caller has locked them.
 * @param rulesOf the rules that look at a resource, by its id
 */
export async function noteFlapping(
  client: ClientBase,
  { flapping, review }: SteadyDependencies,
  alerts: readonly OpenedAlert[],
  rulesOf: ReadonlyMap<string, readonly Rule[]>,
  now: Date,
): Promise<void> {
  const usual = flapping()
  const limitsOf = ({ resource_id: id }: OpenedAlert) => flappingFor(rulesOf.get(id) ?? [], usual)
  const begun = alerts.filter(
    (alert) =>
      alert.flapping_since === null &&
      !alert.wasWrong &&
      flaps(timesOf(alert), false, limitsOf(alert), now.getTime()),
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
    new Map(begun.map((alert) => [alert.id, steadyAt(timesOf(alert), limitsOf(alert), now.getTime())])),
  )
}

/** Whether an alert stays open although its resource is well again. The caller has locked it. */
export async function restsOpen(
  client: ClientBase,
  dependencies: SteadyDependencies,
  rules: ReadonlyMap<string, Rule>,
  alert: ResourceAlert,
  now: Date,
): Promise<boolean> {
  if (alert.flapping_since === null) return false
  const limits = await flappingOf(client, dependencies, rules, alert)
  const changes = alert.is_wrong ? [...timesOf(alert), now.getTime()].slice(-MOST_CHANGES) : timesOf(alert)
  if (!flaps(changes, true, limits, now.getTime())) return false
  await client.query(sql`
    update core.alerts set is_wrong = false, changes = ${changes.map((time) => new Date(time))}::timestamptz[]
    where id = ${alert.id}`)
  await dependencies.review.at(client, new Map([[alert.id, steadyAt(changes, limits, now.getTime())]]))
  return true
}
