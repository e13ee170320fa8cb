// Queues the messages of a decision, in its transaction.
import type { Pool, PoolClient } from 'pg'
import type { DefinedJob } from '../../../platform/jobs/index.ts'
import type { Concerned } from './filter.ts'
import type { PreparedDecision } from './prepare.ts'
import type { Recipient } from './recipients.ts'
import { addSend, type NewSend } from './rows.ts'

/** Sends the message of a row. */
export type SendJob = Pick<DefinedJob<{ id: string }>, 'addAt'>

export interface QueueParts {
  sendJob: SendJob
  now: () => Date
}

/**
 * A group is told once nothing has joined it for this long, but no later than the second length after its first member.
 * Milliseconds.
 */
const GROUP_WAIT = 30_000
const LONGEST_GROUP_WAIT = 120_000

/** The alert that messages tell of. */
export interface ToldAlert {
  id: string
  openedAt: Date
  /** What its members have in common. Undefined if its rule does not group. */
  group: string | undefined
  /** Until when it was kept quiet, if it was. */
  silencedUntil?: Date
}

/** Queues a message for each recipient: now, after the rule's waiting time, or together with others of its group. */
export async function queueMessages(
  client: PoolClient,
  { sendJob, now: clock }: QueueParts,
  { rule, decisions: common, ways, doubt }: PreparedDecision,
  { happening, state }: Concerned,
  alert: ToldAlert | undefined,
): Promise<void> {
  const now = clock()
  const silencedUntil = alert?.silencedUntil
  const key = silencedUntil === undefined ? '' : `held until ${silencedUntil.toISOString()}`
  for (const { recipient, afterMilliseconds } of ways) {
    const decisions = common.branch().add('recipient', 'pass', `Tells ${recipient.name}`)
    const base = {
      happening,
      rule,
      state,
      recipient,
      decisions,
      ...(alert === undefined ? {} : { alertId: alert.id }),
      ...(silencedUntil === undefined ? {} : { silencedUntil }),
    }
    if (alert?.group !== undefined) {
      const joined = await joinWaiting(client, { ...base, alertId: alert.id }, alert.openedAt, key, now)
      if (joined) continue
    }
    const groupWait = alert?.group === undefined ? 0 : GROUP_WAIT
    const usualWait = Math.max(rule.waitMilliseconds ?? 0, groupWait) + afterMilliseconds
    const wait = Math.max(usualWait, doubt.milliseconds)
    const notBefore = new Date(now.getTime() + wait)
    if (usualWait < doubt.milliseconds)
      decisions.add(
        'wait',
        'hold',
        `Waits until ${notBefore.toISOString()} or until another target answers: the network may be lost`,
      )
    else if (wait > 0)
      decisions.add('wait', 'hold', `Waits until ${notBefore.toISOString()}, then looks again`)
    const id = await addSend(client, { ...base, status: 'pending', notBefore }, now, key)
    if (id === undefined) continue
    await sendJob.addAt(client, notBefore, { id })
    if (usualWait === 0 && doubt.milliseconds > 0) doubt.hurried.push(id)
  }
}

/**
 * Adds a resource to the message of its group that still waits, and lets that message wait a little longer.
 * @returns false if no message of the group waits
 */
async function joinWaiting(
  client: PoolClient,
  send: Omit<NewSend, 'status'> & { alertId: string; recipient: Recipient },
  openedAt: Date,
  key: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await client.query<{ id: string; not_before: Date; created_at: Date }>(
    `select id, not_before, created_at from core.notification_send_history
     where alert_id = $1 and recipient = $2 and status = 'pending' and attempts = 0 and tells = 'alert'
     limit 1 for update`,
    [send.alertId, send.recipient.key],
  )
  const [waiting] = rows
  if (waiting === undefined) return false
  const latest = Math.max(openedAt.getTime(), waiting.created_at.getTime()) + LONGEST_GROUP_WAIT
  const longer = new Date(
    Math.max(waiting.not_before.getTime(), Math.min(now.getTime() + GROUP_WAIT, latest)),
  )
  if (longer > waiting.not_before)
    await client.query('update core.notification_send_history set not_before = $2 where id = $1', [
      waiting.id,
      longer,
    ])
  send.decisions.add('group', 'stop', 'The message of its group that still waits tells of it too')
  await addSend(client, { ...send, status: 'grouped', groupId: waiting.id }, now, key)
  return true
}

/** Sends messages at once that wait for nothing any more and that nobody has tried to send. */
export async function hurryMessages(
  { pool, sendJob, now: clock }: QueueParts & { pool: Pool },
  ids: readonly string[],
): Promise<void> {
  const now = clock()
  const { rows } = await pool.query<{ id: string }>(
    `update core.notification_send_history set not_before = $2
     where id = any($1) and status = 'pending' and attempts = 0 and not_before > $2 returning id`,
    [ids, now],
  )
  for (const { id } of rows) await sendJob.addAt(pool, now, { id })
}
