// Takes messages out of lists that something keeps back by now: they may have waited there for minutes.
import type { NotNull } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import sql from 'sql-template-tag'
import type { KnownColumns } from '../../../platform/database/columns.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { anyOf, tablesOn } from '../../../platform/database/tables-on.ts'
import type { Subject, SubjectState } from '../../../platform/subjects.ts'
import { type Alert, alertColumns } from '../pipeline/alerts.ts'
import type { SendJob } from '../pipeline/queue/queue.ts'
import { Decisions } from '../pipeline/record/rows.ts'
import type { Rules } from '../pipeline/rules.ts'
import { type Suppression, type SuppressionDependencies, suppressionOf } from '../pipeline/decide/suppress.ts'
import type { NotificationTables } from '../tables.ts'
import { lockRecipient } from './digest.ts'
import type { Reviews } from './reviews.ts'
import { openAlertsOf, type ResourceAlert } from './stored.ts'
import { alertNowOf } from './tell.ts'

export interface TakeOutDependencies extends SuppressionDependencies {
  pool: Pool
  rules: Pick<Rules, 'find'>
  review: Reviews
  sendJob: SendJob
  now: () => Date
}

/** States that one statement loads. */
const MOST_LOADED = 500

const messageColumns = ['id', 'notification_id', 'alert_id', 'resource_kind', 'resource_id'] as const

type ListedMessage = KnownColumns<
  'core.notification_send_history',
  (typeof messageColumns)[number],
  { alert_id: string; resource_kind: SubjectState['kind'] }
>

interface HeldMessage {
  id: string
  suppression: Suppression
  decisions: Decisions
}

/** Whether somebody let an alert rest while its message waited. */
export function snoozeOf(
  now: Date,
  alert: ResourceAlert | undefined,
  decisions: Decisions,
): Suppression | undefined {
  if (alert === undefined) return undefined
  const { level, snoozed } = alertNowOf(alert)
  if (snoozed === undefined || snoozed.until <= now.getTime() || level > snoozed.level) return undefined
  const until = new Date(snoozed.until)
  decisions.add(
    'acknowledgement',
    'stop',
    `It is snoozed until ${until.toISOString()}, or until it gets worse`,
  )
  return { status: 'acknowledged', until }
}

/** Remembers what it loaded, because many that fail depend on the same few. */
function rememberSubjects(subjects: ReadonlyMap<string, Subject>): ReadonlyMap<string, Subject> {
  return new Map(
    Array.from(subjects, ([kind, subject]) => {
      const known = new Map<string, SubjectState | undefined>()
      const load: Subject['load'] = async (ids) => {
        const fresh = ids.filter((id) => !known.has(id))
        for (let start = 0; start < fresh.length; start += MOST_LOADED) {
          const some = fresh.slice(start, start + MOST_LOADED)
          const states = await subject.load(some)
          for (const id of some) known.set(id, states.get(id))
        }
        const found = ids.flatMap((id) => known.get(id) ?? [])
        return new Map(found.map((state) => [state.id, state]))
      }
      return [kind, { ...subject, load }] as const
    }),
  )
}

/** Finds those of messages about failures that would not go out by themselves now. */
async function heldOf(
  dependencies: TakeOutDependencies,
  messages: readonly ListedMessage[],
): Promise<HeldMessage[]> {
  const { pool } = dependencies
  const now = dependencies.now()
  const subjects = rememberSubjects(dependencies.subjects)
  const resourceIds = [...new Set(messages.map(({ resource_id: id }) => id))]
  const groupIds = [...new Set(messages.map(({ alert_id: id }) => id))]
  const groups: Alert[] = await tablesOn<NotificationTables>(pool)
    .selectFrom('core.notification_alerts')
    .select(alertColumns)
    .where('id', '=', anyOf(groupIds))
    .execute()
  const groupOf = new Map(groups.map((group) => [group.id, group]))
  const alerts = await openAlertsOf(pool, resourceIds)
  const alertOf = new Map(alerts.map((alert) => [`${alert.resource_kind} ${alert.resource_id}`, alert]))
  for (const [kind, ofKind] of Map.groupBy(messages, ({ resource_kind: each }) => each))
    await subjects.get(kind)?.load([...new Set(ofKind.map(({ resource_id: id }) => id))])
  const held: HeldMessage[] = []
  for (const {
    id,
    notification_id: ruleId,
    alert_id: groupId,
    resource_kind: kind,
    resource_id,
  } of messages) {
    const rule = await dependencies.rules.find(ruleId)
    const state = (await subjects.get(kind)?.load([resource_id]))?.get(resource_id)
    if (rule === undefined || state === undefined) continue
    const decisions = new Decisions(dependencies.now)
    const of = rule.groupBy.length > 0 ? undefined : alertOf.get(`${kind} ${resource_id}`)
    const parts = { ...dependencies, subjects }
    const suppression =
      (await suppressionOf(parts, rule, state, groupOf.get(groupId), now, decisions)) ??
      snoozeOf(now, of, decisions)
    if (suppression !== undefined) held.push({ id, suppression, decisions })
  }
  return held
}

/**
 * Writes down that messages are kept back. Who should know of their alerts is decided about again, so that they are told when
 * that ends.
 * @param list the message that lists them; undefined if they wait for one
 * @returns the messages that it took out; others went out meanwhile, or are over
 */
async function writeHeld(
  client: PoolClient,
  { review, silencing, now }: TakeOutDependencies,
  held: readonly HeldMessage[],
  list: string | undefined,
): Promise<ReadonlySet<string>> {
  const given = held.map(({ id, suppression: { status, silenceId }, decisions }) => ({
    id,
    status,
    silence: silenceId,
    decisions: decisions.list,
  }))
  const head = list ?? null
  const { rows } = await client.query<{ id: string; silenced_by: string | null; alert_ids: string[] }>(sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(given)}::json) as given (
        id uuid, status text, silence uuid, decisions jsonb
      )
    ),
    wanted as (
      select history.id from core.notification_send_history as history
      where history.id in (select id from given)
        and (
          history.status = 'pending' and history.attempt_at is null and (history.in_list or history.id = ${head})
          or history.status = 'grouped' and history.group_id = ${head}
        )
      order by history.id for update
    ),
    taken as (
      update core.notification_send_history as history set status = given.status, silenced_by = given.silence,
        group_id = null, in_list = false, is_digest = false, created_at = ${now()}
      from given where given.id = history.id and history.id in (select id from wanted)
      returning history.id, history.recipient, history.resource_kind, history.resource_id, history.silenced_by
    ),
    described as (
      update core.notification_send_details as details set decisions = details.decisions || given.decisions
      from given join taken on taken.id = given.id where details.send_id = given.id
    ),
    released as (
      update core.alert_told as told set send_id = null, level = case when told.knows = 'open' then told.level else 0 end
      from taken, core.alerts as alert
      where alert.id = told.alert_id and (
        ${head}::uuid is null and told.send_id = taken.id
        or told.send_id = ${head} and told.recipient = taken.recipient
          and alert.resource_id = taken.resource_id and alert.resource_kind = taken.resource_kind
      )
      returning taken.id, told.alert_id
    )
    select taken.id, taken.silenced_by, array(select alert_id from released where released.id = taken.id) as alert_ids
    from taken`)
  await review.soon(client, [...new Set(rows.flatMap(({ alert_ids: ids }) => ids))])
  const bySilence = Map.groupBy(rows, ({ silenced_by: silence }) => silence)
  // In one order, so that transactions cannot deadlock.
  for (const silence of [...bySilence.keys()].filter((id) => id !== null).toSorted())
    await silencing.suppressed(client, silence, bySilence.get(silence)?.length ?? 0)
  return new Set(rows.map(({ id }) => id))
}

/** Takes out what waits for a list to a recipient and is kept back by now. */
export async function takeOutWaiting(dependencies: TakeOutDependencies, recipient: string): Promise<void> {
  const messages = await tablesOn<NotificationTables>(dependencies.pool)
    .selectFrom('core.notification_send_history')
    .select(messageColumns)
    .where('recipient', '=', recipient)
    .where('status', '=', 'pending')
    .where('in_list', '=', true)
    .where('tells', '=', 'alert')
    .where('alert_id', 'is not', null)
    .$narrowType<{ alert_id: NotNull }>()
    .execute()
  const held = await heldOf(dependencies, messages)
  if (held.length === 0) return
  await inTransaction(dependencies.pool, async (client) => {
    await lockRecipient(client, recipient)
    await writeHeld(client, dependencies, held, undefined)
  })
}

/** Makes another message the list, because what it stood for is not told. */
async function passOn(
  client: PoolClient,
  { sendJob, now }: TakeOutDependencies,
  list: string,
): Promise<void> {
  const time = now()
  const { rows } = await client.query<{ id: string }>(sql`
    with next as (
      select id from core.notification_send_history
      where group_id = ${list} and status = 'grouped' order by tells, first_observed, id limit 1 for update
    ),
    moved as (
      update core.notification_send_history as history set group_id = next.id from next
      where history.group_id = ${list} and history.id <> next.id
    ),
    told as (
      update core.alert_told as told set send_id = next.id from next where told.send_id = ${list}
    )
    update core.notification_send_history as history
    set status = 'pending', group_id = null, is_digest = true, not_before = ${time} from next
    where history.id = next.id
    returning history.id`)
  await sendJob.addEachAt(
    client,
    rows.map(({ id }) => ({ time, payload: { id } })),
  )
}

/**
 * Takes out of a list that is about to go out what is kept back by now.
 * @returns whether the message goes out; if not, another one lists the rest
 */
export async function takeOutOfList(
  dependencies: TakeOutDependencies,
  { id, recipient }: { id: string; recipient: string },
): Promise<boolean> {
  const messages = await tablesOn<NotificationTables>(dependencies.pool)
    .selectFrom('core.notification_send_history')
    .select(messageColumns)
    .where((either) => either.or([either('id', '=', id), either('group_id', '=', id)]))
    .where('tells', '=', 'alert')
    .where('alert_id', 'is not', null)
    .$narrowType<{ alert_id: NotNull }>()
    .execute()
  const held = await heldOf(dependencies, messages)
  if (held.length === 0) return true
  return inTransaction(dependencies.pool, async (client) => {
    await lockRecipient(client, recipient)
    const taken = await writeHeld(client, dependencies, held, id)
    if (!taken.has(id)) return true
    await passOn(client, dependencies, id)
    return false
  })
}
