// Many messages to one recipient become one that lists their alerts.
import { MINUTE } from '@binnacle/contract/core'
import { type Severity, severities } from '@binnacle/contract/health'
import type { ClientBase, Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { inTransaction } from '../../../platform/database/index.ts'
import type { DefinedJob } from '../../../platform/jobs/index.ts'
import type { SendJob } from '../pipeline/queue/queue.ts'
import { Decisions } from '../pipeline/record/rows.ts'
import { escapeMarkdown, instant, type Text } from '../pipeline/send/texts.ts'
import { ENDS_QUIET, gotList, LIST_MEMORY, MOST_SINGLE, nextList, restUntil, SOON } from './lists.ts'

/** Lists of so long ago say how long the next one waits. Milliseconds. */
const LISTS_MEMORY = 4 * LIST_MEMORY
/** Messages that one list takes. */
const MOST_LISTED = 20_000

/** Looks at what waits for a list to a recipient. */
export type ListJob = Pick<DefinedJob<{ recipient: string }>, 'addEachAt' | 'addUnlessWaiting'>

export interface DigestDependencies {
  pool: Pool
  now: () => Date
  sendJob: SendJob
  listJob: ListJob
}

/** Messages that a list may tell of, of the rows called `waiting`. */
const mayBeListed = sql`
  waiting.status = 'pending' and waiting.attempt_at is null and waiting.attempts = 0 and waiting.tells <> 'update'
  and waiting.alert_id is not null and waiting.fallback_of is null`

/** Whether a row called `waiting` tells of the failure of something critical. */
const isUrgent = sql`
  waiting.tells = 'alert' and exists (
    select from core.alerts as alert
    where alert.resource_id = waiting.resource_id and alert.resource_kind = waiting.resource_kind
      and alert.closed_at is null and alert.severity = 'critical'
  )`

// Of a list it counts as many messages as tell whether it is a small one.
const got = (recipient: string, now: Date): Sql => sql`
  (
    select count(*) from core.notification_send_history as history
    where history.recipient = ${recipient} and history.status = 'sent'
      and history.sent_at > ${new Date(now.getTime() - MINUTE)}
  ) + (
    select count(*) from core.notification_send_history as history
    where history.recipient = ${recipient} and history.status = 'pending' and history.attempt_at is not null
  ) as lately,
  (
    select coalesce(json_agg(json_build_object(
      'at', extract(epoch from list.sent_at) * 1000,
      'isSmall', (
        select count(*) from (
          select from core.notification_send_history as listed where listed.group_id = list.id limit ${MOST_SINGLE}
        ) as counted
      ) < ${MOST_SINGLE}
    ) order by list.sent_at), '[]')
    from core.notification_send_history as list
    where list.recipient = ${recipient} and list.status = 'sent' and list.is_digest
      and list.sent_at > ${new Date(now.getTime() - LISTS_MEMORY)}
  ) as lists`

interface Got {
  lately: number
  lists: { at: number; isSmall: boolean }[]
}

interface DueCounts extends Got {
  /** Messages that are due now, or that wait for a list. */
  due: number
  is_urgent: boolean
  urgent: number
}

const countDue = (id: string, recipient: string, now: Date): Sql => sql`
  select ${got(recipient, now)},
    count(*) as due,
    coalesce(bool_or(waiting.id = ${id} and ${isUrgent}), false) as is_urgent,
    count(*) filter (where not waiting.in_list and ${isUrgent}) as urgent
  from core.notification_send_history as waiting
  where waiting.recipient = ${recipient} and ${mayBeListed} and (waiting.not_before <= ${now} or waiting.in_list)`

interface WaitingCounts extends Got {
  waiting: number
  urgent: number
  is_ends: boolean
  oldest: Date | null
  newest: Date | null
}

const countWaiting = (recipient: string, now: Date): Sql => sql`
  select ${got(recipient, now)},
    count(*) as waiting, count(*) filter (where ${isUrgent}) as urgent, coalesce(bool_and(waiting.tells = 'recovery'), false) as is_ends,
    min(waiting.first_observed) as oldest, max(waiting.first_observed) as newest
  from core.notification_send_history as waiting
  where waiting.recipient = ${recipient} and ${mayBeListed} and waiting.in_list`

/** One at a time for each recipient, so that no message gets into two lists. */
export async function lockRecipient(client: ClientBase, recipient: string): Promise<void> {
  await client.query(sql`select pg_advisory_xact_lock(hashtextextended(${`list ${recipient}`}, 0))`)
}

/** Has what is due to a recipient wait for a list. What is urgent goes out by itself as long as there is little of it. */
async function joinList(
  client: ClientBase,
  { listJob }: Pick<DigestDependencies, 'listJob'>,
  { id, recipient, at, now }: { id: string; recipient: string; at: number; now: Date },
): Promise<void> {
  await client.query(sql`
    update core.notification_send_history as waiting set in_list = true
    where waiting.recipient = ${recipient} and ${mayBeListed} and not waiting.in_list
      and (waiting.id = ${id} or waiting.not_before <= ${now} and not (${isUrgent}))`)
  await listJob.addUnlessWaiting(client, [{ time: new Date(at), payload: { recipient } }])
}

/**
 * Decides whether a message that is due goes out by itself.
 * @returns false if it waits for a list, with all that is due to its recipient
 */
export async function goesAlone(
  { pool, now: clock, listJob }: Pick<DigestDependencies, 'pool' | 'now' | 'listJob'>,
  { id, recipient, tells }: { id: string; recipient: string; tells: string },
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    await lockRecipient(client, recipient)
    const now = clock()
    const [counts] = (await client.query<DueCounts>(countDue(id, recipient, now))).rows
    if (counts === undefined) return true
    const { lists, lately, due, urgent, is_urgent: isCritical } = counts
    const time = now.getTime()
    if (isCritical) {
      if (lately + urgent <= MOST_SINGLE) return true
      const at = restUntil(lists, true, time) ?? time
      await joinList(client, { listJob }, { id, recipient, at, now })
      // Another one may wait for longer than what is urgent does.
      await listJob.addEachAt(client, [{ time: new Date(at), payload: { recipient } }])
      return false
    }
    const rest = restUntil(lists, false, time)
    const isEnd = tells === 'recovery' && gotList(lists, time)
    if (rest === undefined && !isEnd && lately + due <= MOST_SINGLE) return true
    const at = rest ?? time + (isEnd ? ENDS_QUIET : SOON)
    await joinList(client, { listJob }, { id, recipient, at, now })
    return false
  })
}

/** Lets all that waits for a list to a recipient go out by itself. */
export async function releaseWaiting(
  client: ClientBase,
  { sendJob, now: clock }: Pick<DigestDependencies, 'sendJob' | 'now'>,
  recipient: string,
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(sql`
    update core.notification_send_history as waiting set in_list = false
    where waiting.recipient = ${recipient} and ${mayBeListed} and waiting.in_list
    returning waiting.id`)
  const time = clock()
  await sendJob.addEachAt(
    client,
    rows.map(({ id }) => ({ time, payload: { id } })),
  )
}

/** Has what waits for a list to a recipient sent, if it is time for that. */
export async function lookAtList(dependencies: DigestDependencies, recipient: string): Promise<void> {
  const { pool, now: clock, listJob, sendJob } = dependencies
  await inTransaction(pool, async (client) => {
    await lockRecipient(client, recipient)
    const now = clock()
    const [counts] = (await client.query<WaitingCounts>(countWaiting(recipient, now))).rows
    if (counts === undefined || counts.oldest === null || counts.newest === null) return
    const { is_ends: isEnds, oldest, newest, ...facts } = counts
    const times = { oldest: oldest.getTime(), newest: newest.getTime() }
    const next = nextList({ ...facts, ...times, isEnds }, now.getTime())
    if (next.do === 'wait')
      await listJob.addEachAt(client, [{ time: new Date(next.until), payload: { recipient } }])
    else if (next.do === 'singles') await releaseWaiting(client, dependencies, recipient)
    else {
      const head = await list(client, recipient, now, clock)
      if (head?.isNew === true) await sendJob.addEachAt(client, [{ time: now, payload: { id: head.id } }])
      // What came after it, or may not be told yet, waits for the next one.
      await listJob.addUnlessWaiting(client, [
        { time: new Date(now.getTime() + MINUTE), payload: { recipient } },
      ])
    }
  })
}

/** Makes one message the list of all that wait, or lets them join one that its service has not taken yet. */
async function list(
  client: ClientBase,
  recipient: string,
  now: Date,
  clock: () => Date,
): Promise<{ id: string; isNew: boolean } | undefined> {
  const decisions = new Decisions(clock).add(
    'group',
    'stop',
    'One message lists all that was due to this recipient',
  )
  // An end must not arrive before the failure that is on its way.
  const { rows } = await client.query<{ id: string; tells: string }>(sql`
    select waiting.id, waiting.tells from core.notification_send_history as waiting
    where waiting.recipient = ${recipient} and ${mayBeListed}
      and (waiting.in_list or waiting.not_before <= ${now} and not (${isUrgent}))
      and (waiting.tells = 'alert' or not exists (
        select from core.notification_send_history as ahead
        where ahead.alert_id = waiting.alert_id and ahead.recipient = waiting.recipient and ahead.tells = 'alert'
          and ahead.status = 'pending' and ahead.attempt_at is not null
      ))
    order by waiting.tells, waiting.first_observed limit ${MOST_LISTED} for update`)
  const [first] = rows
  if (first === undefined) return undefined
  const { rows: begun } = await client.query<{ id: string }>(sql`
    select id from core.notification_send_history
    where recipient = ${recipient} and status = 'pending' and is_digest and attempt_at is null
    limit 1 for update`)
  const head = begun[0] ?? first
  const others = rows.filter(({ id }) => id !== head.id)
  await client.query(sql`
    update core.notification_send_history set is_digest = true, in_list = false where id = ${head.id}`)
  await client.query(sql`
    with listed as (
      update core.notification_send_history set status = 'grouped', group_id = ${head.id}, in_list = false
      where id = any(${others.map(({ id }) => id)})
      returning id
    ),
    moved as (
      update core.notification_send_history as joined set group_id = ${head.id}
      from listed where joined.group_id = listed.id
    ),
    told as (
      update core.alert_told as told set send_id = ${head.id} from listed where told.send_id = listed.id
    )
    update core.notification_send_details set decisions = decisions || ${JSON.stringify(decisions.list)}::jsonb
    from listed where send_id = listed.id`)
  return { id: head.id, isNew: begun.length === 0 }
}

/** A line of a list. */
export interface ListedAlert {
  name: string
  severity: Severity
  tells: 'alert' | 'recovery'
  reason: string | null
  since: Date
  /** Whether it is over by now. */
  is_over: boolean
}

/** Lines that a message shows. */
const MOST_LINES = 300

/** What a list tells of, each resource once: what is critical stands first. */
export async function listedBy(pool: Pool, id: string): Promise<ListedAlert[]> {
  const { rows } = await pool.query<ListedAlert>(sql`
    select distinct on (history.resource_id) history.resource_name as name, history.tells,
      coalesce(alert.severity, 'medium') as severity, alert.reason,
      coalesce(alert.since, history.first_observed) as since,
      alert.closed_at is not null or (history.tells = 'recovery' and alert.is_wrong is not true) as is_over
    from core.notification_send_history as history
    left join lateral (
      select * from core.alerts as alert
      where alert.resource_id = history.resource_id and alert.resource_kind = history.resource_kind
      order by alert.opened_at desc limit 1
    ) as alert on true
    where history.id = ${id} or history.group_id = ${id}
    order by history.resource_id, history.created_at desc`)
  const rank = ({ severity }: ListedAlert) => severities.indexOf(severity)
  return rows.toSorted((a, b) => rank(b) - rank(a) || a.since.getTime() - b.since.getTime())
}

function line({ name, severity, reason, since }: ListedAlert): string {
  const why = reason === null ? '' : `: ${escapeMarkdown(reason)}`
  const mark = severity === 'critical' || severity === 'high' ? `${severity}, ` : ''
  return `- **${escapeMarkdown(name)}** ${mark}since ${instant(since)}${why}`
}

function part(
  heading: string,
  alerts: readonly ListedAlert[],
  write: (alert: ListedAlert) => string,
): string[] {
  if (alerts.length === 0) return []
  const rest = alerts.length - MOST_LINES
  return [
    heading,
    '',
    ...alerts.slice(0, MOST_LINES).map(write),
    ...(rest > 0 ? [`- and ${rest} more`] : []),
    '',
  ]
}

/** The text of a list. @param url address of the page of alerts */
export function listText(alerts: readonly ListedAlert[], url: string): Text {
  const failing = alerts.filter((alert) => !alert.is_over)
  const over = alerts.filter((alert) => alert.is_over)
  const critical = failing.filter(({ severity }) => severity === 'critical').length
  const counts = [
    ...(failing.length === 0 ? [] : [`${failing.length} failing`]),
    ...(over.length === 0 ? [] : [`${over.length} recovered`]),
  ]
  const title = `${counts.join(', ')}${critical === 0 ? '' : `, ${critical} critical`}`
  const body = [
    ...part(`${failing.length} are failing:`, failing, line),
    ...part(`${over.length} are over:`, over, ({ name }) => `- **${escapeMarkdown(name)}**`),
    `All alerts: ${url}`,
  ]
  return { title, body: body.join('\n').trim() }
}
