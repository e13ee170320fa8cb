// Records what became of the message of a row of the send history.
import type { Decision } from '@binnacle/contract/notifications'
import { formatDuration } from '@binnacle/contract/text'
import type { NotifierFailure, SentMessage } from '@binnacle/plugin-kit/notifiers'
import type { ClientBase, Pool } from 'pg'
import type { KnownColumns } from '../../../platform/database/columns.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import type { DefinedJob } from '../../../platform/jobs/index.ts'
import type { SubjectState } from '../../../platform/subjects.ts'
import type { Ready } from './deliver.ts'
import type { Recipient } from './recipients.ts'
import type { NameBook } from './names.ts'
import { addSend, Decisions } from './rows.ts'
import type { Rule } from './rules.ts'
import { holdAlert, type Suppression, type SuppressionDependencies } from './suppress.ts'
import type { Tells } from './texts.ts'
import { countError } from './totals.ts'

export interface RecordDependencies extends Pick<SuppressionDependencies, 'silencing'> {
  pool: Pool
  sendJob: Pick<DefinedJob<{ id: string }>, 'addAt'>
  names: Pick<NameBook, 'keep'>
  now: () => Date
}

/** A row whose message is on its way. */
export type Row = KnownColumns<
  'core.notification_send_history',
  | 'id'
  | 'notification_id'
  | 'alert_id'
  | 'source_event'
  | 'tells'
  | 'resource_kind'
  | 'resource_id'
  | 'resource_name'
  | 'recipient'
  | 'recipient_name'
  | 'person_id'
  | 'team_id'
  | 'created_at'
  | 'first_observed'
  | 'not_before'
  | 'attempts'
  | 'silenced_until'
  | 'looked_again_at'
  | 'may_have_arrived'
  | 'fallback_of',
  { tells: Tells; resource_kind: SubjectState['kind'] }
> & { event_time: Date; target: unknown }

/** What is known of the message of a row when it goes out. */
export interface OutgoingMessage {
  row: Row
  rule: Rule
  state: SubjectState
  recipient: Recipient
}

/** Adds decisions to those of a row. */
async function addDecisions(within: ClientBase | Pool, id: string, { list }: Decisions): Promise<void> {
  if (list.length === 0) return
  await within.query(
    'update core.notification_send_details set decisions = decisions || $2::jsonb where send_id = $1',
    [id, JSON.stringify(list satisfies Decision[])],
  )
}

/** Ends a row whose message nobody gets. */
export async function endRow(
  { pool, now }: Pick<RecordDependencies, 'pool' | 'now'>,
  { id, notification_id: ruleId }: Pick<Row, 'id' | 'notification_id'>,
  status: string,
  decisions: Decisions,
  error?: string,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(
      `update core.notification_send_history
       set status = $2, error = $3, attempt_at = null, created_at = $4 where id = $1`,
      [id, status, error ?? null, now()],
    )
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
    await client.query(
      `update core.notification_send_history
       set attempt_at = null, attempts = attempts - 1, not_before = $2, looked_again_at = $3 where id = $1`,
      [row.id, next, now()],
    )
    await addDecisions(client, row.id, decisions)
    await sendJob.addAt(client, next, { id: row.id })
  })
}

/** Records that something keeps an alert quiet now. Its message is decided about again when that is over. */
export async function recordSuppressed(
  { pool, now, silencing }: RecordDependencies,
  { id }: Pick<Row, 'id'>,
  alertId: string,
  suppression: Suppression,
  decisions: Decisions,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(
      `update core.notification_send_history
       set status = $2, silenced_by = $3, attempt_at = null, created_at = $4 where id = $1`,
      [id, suppression.status, suppression.silenceId ?? null, now()],
    )
    await addDecisions(client, id, decisions)
    if (suppression.silenceId !== undefined) await silencing.suppressed(client, suppression.silenceId, 1)
    await holdAlert(client, alertId, suppression, now())
  })
}

/** A service that does not take a message is tried for this long. */
const GIVE_UP_MILLISECONDS = 6 * 3_600_000
const SHORTEST_PAUSE = 5_000
const LONGEST_PAUSE = 5 * 60_000

/** Milliseconds until the next attempt. */
function pauseAfter(attempts: number, wanted: number | undefined): number {
  return Math.max(Math.min(SHORTEST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE), wanted ?? 0)
}

/** Records that a service took a message. */
export async function recordSent(
  dependencies: RecordDependencies,
  { row, rule, recipient }: OutgoingMessage,
  { service }: Ready,
  sent: SentMessage,
  { decisions, milliseconds }: { decisions: Decisions; milliseconds: number },
): Promise<void> {
  const now = dependencies.now()
  const mayBeDouble = row.may_have_arrived && !service.definition.takesKey
  decisions.add('send', 'pass', `${service.definition.title} took it in ${formatDuration(milliseconds)}`)
  await inTransaction(dependencies.pool, async (client) => {
    await client.query(
      `update core.notification_send_history
       set status = 'sent', error = null, attempt_at = null, sent_at = $2, created_at = $2, duration_millis = $3,
         service = $4, service_title = $5, service_id = $6, may_be_double = may_be_double or $7,
         may_have_arrived = false
       where id = $1`,
      [
        row.id,
        now,
        Math.round(milliseconds),
        service.definition.type,
        service.definition.title,
        sent.id ?? null,
        mayBeDouble,
      ],
    )
    if (row.alert_id !== null && row.tells === 'alert')
      await client.query(
        `insert into core.notification_deliveries (alert_id, recipient, send_id, service_id, service_place, sent_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (alert_id, recipient) do update set sent_at = excluded.sent_at`,
        [row.alert_id, recipient.key, row.id, sent.id ?? null, sent.place ?? null, now],
      )
    await client.query(
      `insert into core.notification_totals (notification_id, sent, duration_sum, last_sent_at) values ($1, 1, $2, $3)
       on conflict (notification_id) do update set sent = notification_totals.sent + 1,
         duration_sum = notification_totals.duration_sum + excluded.duration_sum, last_sent_at = excluded.last_sent_at`,
      [rule.id, milliseconds, now],
    )
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
  { decisions, service }: { decisions: Decisions; service?: Ready['service'] },
): Promise<void> {
  const { row, rule } = outgoing
  const now = dependencies.now()
  const pause = pauseAfter(row.attempts, failure.waitMilliseconds)
  const next = new Date(now.getTime() + pause)
  const isLast = !failure.isTemporary || next.getTime() - row.first_observed.getTime() > GIVE_UP_MILLISECONDS
  decisions.add(
    isLast ? 'send' : 'retry',
    isLast ? 'stop' : 'hold',
    isLast ? failure.message : `${failure.message}. Tried again at ${next.toISOString()}`,
  )
  const mayHaveArrived = failure.mayHaveArrived === true
  const mayBeDouble = mayHaveArrived && row.may_have_arrived && service?.definition.takesKey !== true
  await dependencies.names.keep((rule.fallback?.named.recipients ?? []).map(({ name }) => name))
  await inTransaction(dependencies.pool, async (client) => {
    await client.query(
      `update core.notification_send_history
       set status = $2, error = $3, attempt_at = null, not_before = $4, may_be_double = may_be_double or $6,
         may_have_arrived = may_have_arrived or $7, service = coalesce($8, service),
         service_title = coalesce($9, service_title),
         created_at = case when $2 = 'error' then $5 else created_at end
       where id = $1`,
      [
        row.id,
        isLast ? 'error' : 'pending',
        failure.message,
        next,
        now,
        mayBeDouble,
        mayHaveArrived,
        service?.definition.type,
        service?.definition.title,
      ],
    )
    await addDecisions(client, row.id, decisions)
    await queueFallback(client, dependencies, outgoing)
    if (isLast) await countError(client, rule.id, failure.message)
    else await dependencies.sendJob.addAt(client, next, { id: row.id })
  })
}
