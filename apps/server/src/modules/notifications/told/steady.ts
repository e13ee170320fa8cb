// Alerts of resources that flap stay open until they are steady, others as long as their rules want to see them well.
import type { ClientBase, Pool } from 'pg'
import sql from 'sql-template-tag'
import type { Rule } from '../pipeline/rules.ts'
import { closesAt, closingDelayOf } from './closing.ts'
import { flappingFor, flaps, type FlappingRules, steadyAt } from './flapping.ts'
import type { Reviews } from './reviews.ts'
import { addNotes, MOST_CHANGES, type OpenedAlert, type ResourceAlert, rulesOfGroups } from './stored.ts'

export interface SteadyDependencies {
  flapping: () => FlappingRules
  review: Reviews
  now: () => Date
}

const timesOf = ({ changes }: Pick<ResourceAlert, 'changes'>) => changes.map((time) => time.getTime())

const rulesOf = async (
  within: ClientBase | Pool,
  rules: ReadonlyMap<string, Rule>,
  { id }: Pick<ResourceAlert, 'id'>,
) => (await rulesOfGroups(within, id)).flatMap((rule) => rules.get(rule) ?? [])

/** When the resource of an open alert counts as flapping, by the rules that look at it. */
export const flappingOf = async (
  within: ClientBase | Pool,
  { flapping }: Pick<SteadyDependencies, 'flapping'>,
  rules: ReadonlyMap<string, Rule>,
  alert: Pick<ResourceAlert, 'id'>,
): Promise<readonly FlappingRules[]> => flappingFor(await rulesOf(within, rules, alert), flapping())

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

/** Notes that an alert stays open for the closing delay of its rules, and what that holds back. */
async function holdEnd(
  client: ClientBase,
  { id, resource_name: name, is_wrong: wasWrong }: ResourceAlert,
  until: Date,
  now: Date,
): Promise<void> {
  await client.query(sql`
    update core.alert_told set held_by = 'closing delay', held_until = ${until}, held_since = ${now}
    where alert_id = ${id} and knows = 'open' and send_id is null`)
  if (!wasWrong) return
  const text = `${name} is healthy. Its end is told at ${until.toISOString()}, unless it fails again`
  await addNotes(client, [{ alert_id: id, at: now, kind: 'well', text, person_id: null }])
}

/**
 * Whether an alert stays open although its resource is well again. The caller has locked it.
 * @param time since when it is well, if it was wrong until then
 */
export async function restsOpen(
  client: ClientBase,
  dependencies: SteadyDependencies,
  rules: ReadonlyMap<string, Rule>,
  alert: ResourceAlert,
  time: Date,
): Promise<boolean> {
  const looking = await rulesOf(client, rules, alert)
  const limits = flappingFor(looking, dependencies.flapping())
  const changes = alert.is_wrong ? [...timesOf(alert), time.getTime()].slice(-MOST_CHANGES) : timesOf(alert)
  const isFlapping = alert.flapping_since !== null && flaps(changes, true, limits, time.getTime())
  const now = dependencies.now()
  const closes = closesAt({ isWrong: false, changes }, closingDelayOf(looking)) ?? 0
  if (!isFlapping && closes <= now.getTime()) return false
  await client.query(sql`
    update core.alerts set is_wrong = false, changes = ${changes.map((time) => new Date(time))}::timestamptz[]
    where id = ${alert.id}`)
  const next = isFlapping ? steadyAt(changes, limits, time.getTime()) : closes
  await dependencies.review.at(client, new Map([[alert.id, next]]))
  if (!isFlapping) await holdEnd(client, alert, new Date(closes), now)
  return true
}
