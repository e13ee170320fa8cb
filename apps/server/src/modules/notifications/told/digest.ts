// Many messages to one recipient become one that lists their alerts.
import { type Severity, severities } from '@binnacle/contract/health'
import type { ClientBase, Pool } from 'pg'
import sql from 'sql-template-tag'
import { inTransaction } from '../../../platform/database/index.ts'
import { escapeMarkdown, instant, type Text } from '../pipeline/texts.ts'
import { Decisions } from '../pipeline/rows.ts'

/** More messages than this to one recipient within a minute become one. */
export const MOST_SINGLE = 5
const MINUTE = 60_000
/** Two lists to one recipient are so far apart, and so far if something critical is in the second. Milliseconds. */
const BETWEEN = MINUTE
const BETWEEN_CRITICAL = 4_000
/** How long the first messages wait for others that come in a moment. Milliseconds. */
const SOON = 3_000
/** The end of an alert that was told in a list waits so long for others. Milliseconds. */
export const LISTED_END_WAIT = 20_000
/** Who got a list within this time gets ends together too. Milliseconds. */
const LIST_MEMORY = 30 * MINUTE
/** Messages that one list takes. */
const MOST_LISTED = 20_000

interface Counts {
  /** Messages that went out to the recipient within a minute, or are on their way. */
  lately: number
  /** Messages that are due now. */
  due: number
  /** Messages that wait some seconds for others. */
  soon: number
  last_list: Date | null
  has_critical: boolean
}

const count = (recipient: string, now: Date) => sql`
  select
    (
      select count(*) from core.notification_send_history as history
      where history.recipient = ${recipient} and history.status = 'sent'
        and history.sent_at > ${new Date(now.getTime() - MINUTE)}
    ) + (
      select count(*) from core.notification_send_history as history
      where history.recipient = ${recipient} and history.status = 'pending' and history.attempt_at is not null
    ) as lately,
    count(*) filter (where waiting.not_before <= ${now} or waiting.tells = 'recovery') as due,
    count(*) filter (where waiting.not_before > ${now} and waiting.tells = 'alert') as soon,
    (
      select max(history.sent_at) from core.notification_send_history as history
      where history.recipient = ${recipient} and history.status = 'sent' and history.is_digest
        and history.sent_at > ${new Date(now.getTime() - LIST_MEMORY)}
    ) as last_list,
    coalesce(bool_or(waiting.not_before <= ${now} and exists (
      select from core.alerts as alert
      where alert.resource_id = waiting.resource_id and alert.closed_at is null and alert.severity = 'critical'
    )), false) as has_critical
  from core.notification_send_history as waiting
  where waiting.recipient = ${recipient} and waiting.status = 'pending' and waiting.attempt_at is null
    and waiting.attempts = 0 and waiting.tells <> 'update' and waiting.alert_id is not null
    and (waiting.not_before <= ${new Date(now.getTime() + BETWEEN_CRITICAL)} or waiting.tells = 'recovery')`

/** What becomes of a message that is due. */
export type Gathered =
  /** It goes out by itself. */
  | { kind: 'single' }
  /** It tells of all that was due with it. */
  | { kind: 'list' }
  /** It goes out later, in a list. */
  | { kind: 'later'; at: Date }

/** Until when an end waits for others, of a recipient who got a list a while ago. */
function endWait({ tells, created }: { tells: string; created: Date }, now: Date): Date | undefined {
  const until = new Date(created.getTime() + LISTED_END_WAIT)
  return tells === 'recovery' && until > now ? until : undefined
}

/** Puts all that is due to a recipient into one message, if there is much of it. */
export async function gather(
  pool: Pool,
  { id, recipient, tells, created }: { id: string; recipient: string; tells: string; created: Date },
  now: Date,
  clock: () => Date,
): Promise<Gathered> {
  return inTransaction(pool, async (client): Promise<Gathered> => {
    // One at a time for each recipient, so that no message gets into two lists.
    await client.query(sql`select pg_advisory_xact_lock(hashtextextended(${`list ${recipient}`}, 0))`)
    const [counts] = (await client.query<Counts>(count(recipient, now))).rows
    const wait = counts?.last_list == null ? undefined : endWait({ tells, created }, now)
    if (wait !== undefined) {
      await client.query(sql`update core.notification_send_history set not_before = ${wait} where id = ${id}`)
      return { kind: 'later', at: wait }
    }
    if (counts === undefined || counts.lately + counts.due + counts.soon <= MOST_SINGLE)
      return { kind: 'single' }
    // Many more come in a moment: one list tells of all of them.
    const isQuiet = counts.last_list === null || counts.last_list.getTime() < now.getTime() - BETWEEN
    if (counts.lately + counts.due <= MOST_SINGLE && isQuiet) {
      const soon = new Date(now.getTime() + SOON)
      await postpone(client, recipient, now, soon)
      return { kind: 'later', at: soon }
    }
    const between = counts.has_critical ? BETWEEN_CRITICAL : BETWEEN
    const next = counts.last_list === null ? now : new Date(counts.last_list.getTime() + between)
    if (next > now) {
      await postpone(client, recipient, now, next)
      return { kind: 'later', at: next }
    }
    const isListed = await list(client, id, recipient, now, clock)
    return { kind: isListed ? 'list' : 'single' }
  })
}

async function postpone(client: ClientBase, recipient: string, now: Date, next: Date): Promise<void> {
  await client.query(sql`
    update core.notification_send_history set not_before = ${next}
    where recipient = ${recipient} and status = 'pending' and attempt_at is null and attempts = 0
      and tells <> 'update' and alert_id is not null and not_before <= ${now}`)
}

/** Makes one message the list of all that are due. @returns false if another one told of it meanwhile */
async function list(
  client: ClientBase,
  id: string,
  recipient: string,
  now: Date,
  clock: () => Date,
): Promise<boolean> {
  const decisions = new Decisions(clock).add(
    'group',
    'stop',
    'One message lists all that was due to this recipient',
  )
  const { rowCount } = await client.query(sql`
    update core.notification_send_history set is_digest = true where id = ${id} and status = 'pending' and attempt_at is null`)
  if (rowCount === 0) return false
  await client.query(sql`
    with listed as (
      update core.notification_send_history set status = 'grouped', group_id = ${id}
      where id in (
        select id from core.notification_send_history
        where recipient = ${recipient} and status = 'pending' and attempt_at is null and attempts = 0
          and (not_before <= ${now} and tells = 'alert' or tells = 'recovery') and alert_id is not null
          and id <> ${id} limit ${MOST_LISTED}
      )
      returning id
    ),
    moved as (
      update core.notification_send_history as joined set group_id = ${id}
      from listed where joined.group_id = listed.id
    ),
    told as (
      update core.alert_told as told set send_id = ${id} from listed where told.send_id = listed.id
    )
    update core.notification_send_details set decisions = decisions || ${JSON.stringify(decisions.list)}::jsonb
    from listed where send_id = listed.id`)
  return true
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
      history.tells = 'recovery' or alert.closed_at is not null as is_over
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
