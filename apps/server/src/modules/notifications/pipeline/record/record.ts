// Records what became of the message of a row of the send history.
import type { Decision, SendStatus } from '@binnacle/contract/notifications'
import { formatDuration } from '@binnacle/contract/text'
import type { NotifierFailure, SentMessage } from '@binnacle/plugin-kit/notifiers'
import { sql as fragment } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import statement from 'sql-template-tag'
import type { Columns } from '../../../../platform/database/columns.ts'
import { inTransaction } from '../../../../platform/database/index.ts'
import { tablesOn } from '../../../../platform/database/tables-on.ts'
import type { DefinedJob } from '../../../../platform/jobs/index.ts'
import type { SubjectState } from '../../../../platform/subjects.ts'
import type { NotificationTables, StoredColumns } from '../../tables.ts'
import type { PreparedDelivery } from '../send/deliver.ts'
import type { Recipient } from '../decide/recipients.ts'
import type { SearchNameIndex } from './search-name-index.ts'
import { addSend, Decisions } from './rows.ts'
import type { Rule } from '../rules.ts'
import { markBroken, markWhole, takeOver } from '../../told/broken.ts'
import { takeBack } from '../../told/carry.ts'
import { noteBroken, noteTold, noteUntold } from '../../told/book.ts'
import type { Reviews } from '../../told/reviews.ts'
import type { Suppression, SuppressionDependencies } from '../decide/suppress.ts'
import { countError } from './totals.ts'

/** A way of a person that did not reach them. */
interface BrokenWay {
  name: string
  reason: string
  /** Its address, if it is an email address. */
  email: string | undefined
}

export interface RecordDependencies extends Pick<SuppressionDependencies, 'silencing'> {
  pool: Pool
  sendJob: Pick<DefinedJob<{ id: string }>, 'addAt'>
  names: Pick<SearchNameIndex, 'keep'>
  review: Reviews
  /** Tells a person that one of their ways is broken, by another one, if the transaction is committed. */
  warnOfBroken: (client: ClientBase, personId: string, way: BrokenWay) => Promise<void>
  now: () => Date
}

const historyColumns = [
  'id',
  'notification_id',
  'alert_id',
  'source_event',
  'tells',
  'resource_kind',
  'resource_id',
  'resource_name',
  'recipient',
  'recipient_name',
  'person_id',
  'team_id',
  'created_at',
  'first_observed',
  'not_before',
  'attempts',
  'silenced_until',
  'looked_again_at',
  'may_have_arrived',
  'fallback_of',
  'is_digest',
  'in_list',
] as const

/** The columns of `Row`, of a row of the history called `send` and its `details`. */
export const rowColumns = [
  ...historyColumns.map((column) => `send.${column}` as const),
  'details.event_time',
  'details.target',
] as const

/** A row whose message is on its way. */
export type Row = StoredColumns<'core.notification_send_history', (typeof historyColumns)[number]> &
  Columns<'core.notification_send_details', 'event_time' | 'target'>

/** What is known of the message of a row when it goes out. */
export interface OutgoingMessage {
  row: Row
  rule: Rule
  state: SubjectState
  recipient: Recipient
}

/** The row of a message, to write what became of it. */
const historyRow = (client: ClientBase, id: string) =>
  tablesOn<NotificationTables>(client).updateTable('core.notification_send_history').where('id', '=', id)

/** Adds decisions to those of a row. */
async function addDecisions(within: ClientBase | Pool, id: string, { list }: Decisions): Promise<void> {
  if (list.length === 0) return
  const added = JSON.stringify(list satisfies Decision[])
  await tablesOn(within)
    .updateTable('core.notification_send_details')
    .set({ decisions: fragment<string>`decisions || ${added}::jsonb` })
    .where('send_id', '=', id)
    .execute()
}

/** Ends a row whose message nobody gets. */
export async function endRow(
  { pool, now, review }: Pick<RecordDependencies, 'pool' | 'now' | 'review'>,
  { id, notification_id: ruleId }: Pick<Row, 'id' | 'notification_id'>,
  status: SendStatus,
  decisions: Decisions,
  error?: string,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await historyRow(client, id)
      .set({ status, error: error ?? null, attempt_at: null, created_at: now() })
      .execute()
    if (status === 'error') await noteBroken(client, id, now())
    else {
      const untold = await noteUntold(client, id)
      // Another rule may still tell the same recipient.
      if (status === 'cancelled') await review.soon(client, untold)
    }
    await addDecisions(client, id, decisions)
    if (error !== undefined) await countError(client, ruleId, error)
  })
}

/** Records that a resource is looked at again, and has its message looked at after that. */
export async function recordLook(
  { pool, now, sendJob }: RecordDependencies,
  { row, rule }: OutgoingMessage,
  decisions: Decisions,
): Promise<void> {
  const next = new Date(now().getTime() + rule.lookMilliseconds)
  decisions.add('wait', 'hold', `Checks it again, and waits until ${next.toISOString()} for what is seen`)
  await inTransaction(pool, async (client) => {
    await historyRow(client, row.id)
      .set((expressions) => ({
        attempt_at: null,
        attempts: expressions('attempts', '-', 1),
        not_before: next,
        looked_again_at: now(),
      }))
      .execute()
    await addDecisions(client, row.id, decisions)
    await sendJob.addAt(client, next, { id: row.id })
  })
}

/** Records that something keeps an alert quiet now. Its message is decided about again when that is over. */
export async function recordSuppressed(
  { pool, now, silencing, review }: RecordDependencies,
  { id }: Pick<Row, 'id'>,
  suppression: Suppression,
  decisions: Decisions,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await historyRow(client, id)
      .set({
        status: suppression.status,
        silenced_by: suppression.silenceId ?? null,
        attempt_at: null,
        created_at: now(),
      })
      .execute()
    await addDecisions(client, id, decisions)
    if (suppression.silenceId !== undefined) await silencing.suppressed(client, suppression.silenceId, 1)
    await review.soon(client, await noteUntold(client, id))
  })
}

/**
 * A service that does not take a message is tried for this long, and is not waited for longer at once. The time before its
 * first attempt does not count.
 */
const GIVE_UP_MILLISECONDS = 6 * 3_600_000
/** With the longer pauses that a service asks for, it is tried for this long. */
const GIVE_UP_LATEST_MILLISECONDS = 24 * 3_600_000
/** Fewest attempts, however old the message is: about twenty minutes. */
const FEWEST_ATTEMPTS = 10
const SHORTEST_PAUSE = 5_000
const LONGEST_PAUSE = 5 * 60_000

/** Milliseconds until the next attempt. */
function pauseAfter(attempts: number, wanted: number | undefined): number {
  return Math.max(Math.min(SHORTEST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE), wanted ?? 0)
}

/**
 * Whether a service has been tried for long enough.
 * @param age milliseconds from the decision to the next attempt
 * @param wanted milliseconds that the service asks for until the next attempt
 */
export function isGivenUp(attempts: number, age: number, wanted?: number): boolean {
  let tried = pauseAfter(attempts, wanted)
  for (let attempt = 1; attempt < attempts; attempt += 1) tried += pauseAfter(attempt, undefined)
  return tried > GIVE_UP_MILLISECONDS || (attempts >= FEWEST_ATTEMPTS && age > GIVE_UP_LATEST_MILLISECONDS)
}

/** Remembers of every group that a message tells of who was told, so that its end goes to the same ones. */
async function noteDelivery(client: ClientBase, id: string, sent: SentMessage, now: Date): Promise<void> {
  await client.query(statement`
    insert into core.notification_deliveries (alert_id, recipient, send_id, service_id, service_place, sent_at)
    select distinct on (history.alert_id, history.recipient) history.alert_id, history.recipient, history.id,
      ${sent.id ?? null}, ${sent.place ?? null}, ${now}::timestamptz
    from core.notification_send_history as history
    where (
        history.id = ${id} or history.group_id = ${id} and exists (
          -- Of a rule whose message another rule's stood for, nobody was told by its own group.
          select from core.alert_told as told
          where told.group_id = history.alert_id and told.recipient = history.recipient
        )
      )
      and history.tells = 'alert' and history.alert_id is not null and history.recipient is not null
    order by history.alert_id, history.recipient, history.id = ${id} desc, history.id
    on conflict (alert_id, recipient) do update set sent_at = excluded.sent_at`)
}

/** Records that a service took a message. */
export async function recordSent(
  dependencies: RecordDependencies,
  { row, rule, recipient }: OutgoingMessage,
  { service }: PreparedDelivery,
  sent: SentMessage,
  { decisions, milliseconds }: { decisions: Decisions; milliseconds: number },
): Promise<void> {
  const now = dependencies.now()
  const mayBeDouble = row.may_have_arrived && !service.definition.takesKey
  decisions.add('send', 'pass', `${service.definition.title} took it in ${formatDuration(milliseconds)}`)
  await inTransaction(dependencies.pool, async (client) => {
    await historyRow(client, row.id)
      .set({
        status: 'sent',
        error: null,
        attempt_at: null,
        sent_at: now,
        created_at: now,
        duration_millis: Math.round(milliseconds),
        service: service.definition.type,
        service_title: service.definition.title,
        service_id: sent.id ?? null,
        ...(mayBeDouble ? { may_be_double: true } : {}),
        may_have_arrived: false,
      })
      .execute()
    if (row.alert_id !== null && row.tells !== 'recovery') await noteDelivery(client, row.id, sent, now)
    if (row.tells !== 'update') await noteTold(client, row.id, 'open', now)
    await markWhole(client, recipient.key)
    await noteTold(client, row.id, 'over', now)
    if (row.tells === 'recovery' || row.is_digest)
      await dependencies.review.soon(client, await takeBack(client, row.id))
    await tablesOn(client)
      .insertInto('core.notification_totals')
      .values({ notification_id: rule.id, sent: 1, duration_sum: milliseconds, last_sent_at: now })
      .onConflict((conflict) =>
        conflict.column('notification_id').doUpdateSet((expressions) => ({
          sent: expressions('core.notification_totals.sent', '+', 1),
          duration_sum: expressions('core.notification_totals.duration_sum', '+', milliseconds),
          last_sent_at: now,
        })),
      )
      .execute()
    await addDecisions(client, row.id, decisions)
  })
}

/** Queues the messages to those who are told in place of a recipient who cannot be reached. */
async function queueFallback(
  client: ClientBase,
  dependencies: RecordDependencies,
  { row, rule, state }: OutgoingMessage,
): Promise<void> {
  if (rule.fallback === undefined || row.fallback_of !== null || row.tells === 'recovery') return
  // Where a rule can reach nobody else, the message was to those of the fallback already.
  if (rule.named.recipients.length === 0) return
  const { named, delayMilliseconds } = rule.fallback
  const notBefore = new Date(row.first_observed.getTime() + delayMilliseconds)
  const happening = { id: row.id, event: row.source_event, tells: row.tells, time: row.event_time }
  for (const recipient of named.recipients) {
    const decisions = new Decisions(dependencies.now).add(
      'fallback',
      'hold',
      `${row.recipient_name} could not be told; ${recipient.name} is told at ${notBefore.toISOString()}`,
    )
    const base = { happening, rule, state, recipient, decisions, notBefore, fallbackOf: row.id }
    const alert = row.alert_id === null ? {} : { alertId: row.alert_id }
    const id = await addSend(client, { ...base, ...alert, status: 'pending' }, dependencies.now(), 'fallback')
    if (id !== undefined) await dependencies.sendJob.addAt(client, notBefore, { id })
  }
}

/**
 * Records that a service did not take a message, and queues its next attempt or the fallback recipients.
 * @param service undefined if no attempt was made, because the message could not even be prepared
 */
export async function recordFailure(
  dependencies: RecordDependencies,
  outgoing: OutgoingMessage,
  failure: NotifierFailure,
  { decisions, service }: { decisions: Decisions; service?: PreparedDelivery['service'] },
): Promise<void> {
  const { row, rule } = outgoing
  const now = dependencies.now()
  const pause = pauseAfter(row.attempts, failure.waitMilliseconds)
  const next = new Date(now.getTime() + pause)
  const isLast =
    !failure.isTemporary ||
    isGivenUp(row.attempts, next.getTime() - row.first_observed.getTime(), failure.waitMilliseconds)
  decisions.add(
    isLast ? 'send' : 'retry',
    isLast ? 'stop' : 'hold',
    isLast ? failure.message : `${failure.message}. Tried again at ${next.toISOString()}`,
  )
  const mayHaveArrived = failure.mayHaveArrived === true
  const mayBeDouble = mayHaveArrived && row.may_have_arrived && service?.definition.takesKey !== true
  await dependencies.names.keep((rule.fallback?.named.recipients ?? []).map(({ name }) => name))
  await inTransaction(dependencies.pool, async (client) => {
    await historyRow(client, row.id)
      .set({
        status: isLast ? 'error' : 'pending',
        error: failure.message,
        attempt_at: null,
        not_before: next,
        ...(mayBeDouble ? { may_be_double: true } : {}),
        ...(mayHaveArrived ? { may_have_arrived: true } : {}),
        ...(service === undefined
          ? {}
          : { service: service.definition.type, service_title: service.definition.title }),
        ...(isLast ? { created_at: now } : {}),
      })
      .execute()
    await addDecisions(client, row.id, decisions)
    await queueFallback(client, dependencies, outgoing)
    if (isLast) {
      await countError(client, rule.id, failure.message)
      // Who may have the message hears of the end; who has not is told again if that can help.
      if (mayHaveArrived || row.may_have_arrived) await noteTold(client, row.id, 'open', now)
      else {
        await noteBroken(client, row.id, now)
        await markBroken(client, dependencies, outgoing, failure.message)
        await takeOver(client, dependencies, outgoing)
      }
    } else await dependencies.sendJob.addAt(client, next, { id: row.id })
  })
}
