// Queues the messages of decisions, in their transaction.
import type { Pool, PoolClient } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { KnownColumns } from '../../../../platform/database/columns.ts'
import { anyOf, tablesOn } from '../../../../platform/database/tables-on.ts'
import type { DefinedJob } from '../../../../platform/jobs/index.ts'
import type { ListJob } from '../../told/digest.ts'
import { SOON } from '../../told/lists.ts'
import type { AffectedResource } from '../decide/filter.ts'
import type { Way } from '../decide/people.ts'
import type { PreparedDecision } from '../decide/prepare.ts'
import { addSends, type KeyedSend, type NewSend, sendIdOf } from '../record/rows.ts'

/** Sends the message of a row. */
export type SendJob = Pick<DefinedJob<{ id: string }>, 'addAt' | 'addEachAt'>

export interface QueueDependencies {
  sendJob: SendJob
  listJob: ListJob
  now: () => Date
}

/**
 * A group is told once nothing has joined it for this long, but no later than the second length after its first member.
 * Milliseconds.
 */
const GROUP_WAIT = 30_000
const LONGEST_GROUP_WAIT = 120_000
/** A message is not moved by less: in a storm a group has hundreds of members a second. Milliseconds. */
const SHORTEST_MOVE = 1_000

/** The group of the alert that messages are about. */
export interface MessageAlert {
  id: string
  openedAt: Date
  /** What its members have in common. Undefined if its rule does not group. */
  group: string | undefined
  /** Until when it was kept quiet, if it was. */
  silencedUntil?: Date | undefined
  /** Tells messages about the same failure apart that are told again, such as reminders. */
  again?: string | undefined
  /** Whether it waits for others, because the recipient got another message just now. */
  isBusy?: boolean
}

/** A message that was added, or that another one joined. */
export interface AddedMessage {
  /** The row whose message tells of it. */
  sendId: string
  isNew: boolean
}

/** A message of a group that waits. One that is pending always has a time. */
type WaitingMessage = KnownColumns<
  'core.notification_send_history',
  'id' | 'not_before' | 'created_at',
  { not_before: Date }
>

/** The same, with its place. */
type PlacedMessage = WaitingMessage &
  KnownColumns<
    'core.notification_send_history',
    'alert_id' | 'recipient',
    Record<'alert_id' | 'recipient', string>
  >

const findWaiting = (alertIds: readonly string[]): Sql => sql`
  select history.id, history.alert_id, history.recipient, history.not_before, history.created_at
  from core.notification_send_history as history
  where history.alert_id = any(${alertIds}) and history.recipient is not null and history.status = 'pending'
    and history.tells = 'alert' and history.attempts = 0
  order by history.id for update`

const postpone = (messages: readonly Pick<WaitingMessage, 'id' | 'not_before'>[]): Sql => sql`
  update core.notification_send_history as history set not_before = given.not_before
  from json_to_recordset(${JSON.stringify(messages)}::json) as given (id uuid, not_before timestamptz)
  where history.id = given.id`

const placeOf = (alertId: string, recipient: string) => `${alertId} ${recipient}`

/** Collects the messages of decisions, and writes all of them together. */
export class MessageQueue {
  readonly #client: PoolClient
  readonly #dependencies: QueueDependencies
  readonly #now: Date
  /** Messages of groups that wait, by alert and recipient. */
  readonly #waiting: Map<string, WaitingMessage>
  readonly #postponed = new Map<string, WaitingMessage>()
  readonly #sends: (KeyedSend & { at?: Date; doubt?: string[] })[] = []
  /** Recipients of messages that wait for others. */
  readonly #listed = new Set<string>()
  /** Messages of groups that others here join. */
  readonly #joined = new Set<string>()

  private constructor(
    client: PoolClient,
    dependencies: QueueDependencies,
    waiting: Map<string, WaitingMessage>,
  ) {
    this.#client = client
    this.#dependencies = dependencies
    this.#now = dependencies.now()
    this.#waiting = waiting
  }

  /** Opens a queue. @param grouped alerts whose messages others can join; the caller has locked them */
  static async open(
    client: PoolClient,
    dependencies: QueueDependencies,
    grouped: readonly string[],
  ): Promise<MessageQueue> {
    if (grouped.length === 0) return new MessageQueue(client, dependencies, new Map())
    const { rows } = await client.query<PlacedMessage>(findWaiting(grouped))
    const waiting = new Map(rows.map((row) => [placeOf(row.alert_id, row.recipient), row]))
    return new MessageQueue(client, dependencies, waiting)
  }

  /** Adds a message for each recipient of an event that is no alert. @returns how many */
  addAll(prepared: PreparedDecision, resource: AffectedResource): number {
    for (const way of prepared.ways) this.add(prepared, way, resource, undefined)
    return prepared.ways.length
  }

  /** Adds a message for a recipient: now, after the rule's waiting time, or together with others of its group. */
  add(
    { rule, decisions: common, doubt }: PreparedDecision,
    { recipient, afterMilliseconds }: Way,
    { happening, state }: AffectedResource,
    alert: MessageAlert | undefined,
  ): AddedMessage {
    const now = this.#now
    const silencedUntil = alert?.silencedUntil
    const key =
      silencedUntil === undefined ? (alert?.again ?? '') : `held until ${silencedUntil.toISOString()}`
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
    const place = alert?.group === undefined ? undefined : placeOf(alert.id, recipient.key)
    const joined =
      alert !== undefined && place !== undefined ? this.#join(place, base, key, alert.openedAt) : undefined
    if (joined !== undefined) return { sendId: joined, isNew: false }
    const groupWait = place === undefined ? 0 : GROUP_WAIT
    const usualWait = Math.max(rule.waitMilliseconds ?? 0, groupWait) + afterMilliseconds
    const inList = alert?.isBusy === true && Math.max(usualWait, doubt.milliseconds) === 0
    const wait = Math.max(usualWait, doubt.milliseconds)
    const notBefore = new Date(now.getTime() + wait)
    if (usualWait < doubt.milliseconds)
      decisions.add(
        'wait',
        'hold',
        `Waits until ${notBefore.toISOString()} or until another target answers: the network may be lost`,
      )
    else if (inList)
      decisions.add('wait', 'hold', 'Waits for others, because another message went out just now')
    else if (wait > 0)
      decisions.add('wait', 'hold', `Waits until ${notBefore.toISOString()}, then looks again`)
    const keyed: KeyedSend = { send: { ...base, status: 'pending', notBefore, inList }, key }
    const isHurried = usualWait === 0 && doubt.milliseconds > 0
    if (inList) this.#listed.add(recipient.key)
    this.#sends.push({
      ...keyed,
      ...(inList ? {} : { at: notBefore }),
      ...(isHurried ? { doubt: doubt.hurried } : {}),
    })
    const sendId = sendIdOf(keyed)
    if (place !== undefined) this.#waiting.set(place, { id: sendId, not_before: notBefore, created_at: now })
    return { sendId, isNew: true }
  }

  /** Adds a row for a recipient whom another message tells already. */
  cover(
    { rule, decisions: common }: PreparedDecision,
    { recipient }: Way,
    { happening, state }: AffectedResource,
    { alertId, sendId }: { alertId: string; sendId: string },
  ): void {
    const decisions = common.branch().add('group', 'stop', `Another message tells ${recipient.name} of it`)
    const send = { happening, rule, state, recipient, decisions, alertId, groupId: sendId }
    this.#sends.push({ send: { ...send, status: 'grouped' }, key: '' })
  }

  /**
   * Adds a resource to the message of its group that still waits, and lets that message wait a little longer.
   * @returns the message that waits; undefined if none of the group does
   */
  #join(place: string, send: Omit<NewSend, 'status'>, key: string, openedAt: Date): string | undefined {
    const waiting = this.#waiting.get(place)
    if (waiting === undefined) return undefined
    const latest = Math.max(openedAt.getTime(), waiting.created_at.getTime()) + LONGEST_GROUP_WAIT
    const longer = new Date(
      Math.max(waiting.not_before.getTime(), Math.min(this.#now.getTime() + GROUP_WAIT, latest)),
    )
    if (longer.getTime() - waiting.not_before.getTime() >= SHORTEST_MOVE) {
      waiting.not_before = longer
      this.#postponed.set(waiting.id, waiting)
    }
    send.decisions.add('group', 'stop', 'The waiting message of its group covers it too')
    this.#sends.push({ send: { ...send, status: 'grouped', groupId: waiting.id }, key })
    this.#joined.add(waiting.id)
    return waiting.id
  }

  /** Writes the messages, and has them sent in time. @throws if others joined a message that an earlier attempt sent */
  async write(): Promise<void> {
    const client = this.#client
    const added = await addSends(client, this.#sends, this.#now)
    const queued = this.#sends.flatMap(({ at, doubt, ...keyed }) =>
      at === undefined ? [] : [{ id: sendIdOf(keyed), at, doubt }],
    )
    const lost = queued.find(({ id }) => !added.has(id) && this.#joined.has(id))
    if (lost !== undefined) throw new Error('the message that others join was written by an earlier attempt')
    const postponed = [...this.#postponed.values()]
    if (postponed.length > 0)
      await client.query(postpone(postponed.map(({ id, not_before }) => ({ id, not_before }))))
    const fresh = queued.filter(({ id }) => added.has(id))
    await this.#dependencies.sendJob.addEachAt(
      client,
      fresh.map(({ id, at }) => ({ time: at, payload: { id } })),
    )
    const soon = new Date(this.#now.getTime() + SOON)
    await this.#dependencies.listJob.addUnlessWaiting(
      client,
      Array.from(this.#listed, (recipient) => ({ time: soon, payload: { recipient } })),
    )
    for (const { id, doubt } of fresh) doubt?.push(id)
  }
}

/** Sends messages at once that wait for nothing any more and that nobody has tried to send. */
export async function sendImmediately(
  { pool, sendJob, now: clock }: Omit<QueueDependencies, 'listJob'> & { pool: Pool },
  ids: readonly string[],
): Promise<void> {
  const now = clock()
  const rows = await tablesOn(pool)
    .updateTable('core.notification_send_history')
    .set({ not_before: now })
    .where('id', '=', anyOf(ids))
    .where('status', '=', 'pending')
    .where('attempts', '=', 0)
    .where('not_before', '>', now)
    .returning('id')
    .execute()
  for (const { id } of rows) await sendJob.addAt(pool, now, { id })
}
