import type { Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { Actor } from '../../platform/access/actor.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { type Connection, tablesOn } from '../../platform/database/tables-on.ts'
import type { ReceivedAlert } from './alert.ts'
import { fullName, shortName } from './names.ts'
import { createQueues } from './queues.ts'
import { createKeepSource } from './sources.ts'

/** Most alerts of a source that fire at once. */
export const MOST_FIRING = 20_000
/** An alert that is sent again without news gets a result this often. Milliseconds. */
const REPEAT_MILLISECONDS = 5 * 60_000

// In one order, so that two senders of the same alerts do not wait for each other in a circle.
const lockAlerts = (source: string, fingerprints: readonly string[]): Sql => sql`
  select from core.received_alerts
  where source = ${source} and fingerprint = any (${fingerprints}) order by fingerprint for update`

const resolveAlerts = ({ source, now }: Pick<Message, 'source' | 'now'>, ended: readonly Row[]): Sql => sql`
  update core.received_alerts as stored set
    resolved_at = ${now}, resolved_by = 'sender', ends_at = given.ends_at, received_at = ${now}, pending = true,
    revision = revision + 1
  from json_to_recordset(${JSON.stringify(ended)}::json) as given (fingerprint text, ends_at timestamptz)
  where stored.source = ${source} and stored.fingerprint = given.fingerprint and stored.resolved_at is null`

/** Whether the check of an alert that is sent again has to get a result. */
const hasNews = (now: Date): Sql => sql`(
  stored.resolved_at is not null
  or stored.recorded_at <= ${new Date(now.getTime() - REPEAT_MILLISECONDS)}
  or (stored.annotations, stored.labels) is distinct from (excluded.annotations, excluded.labels)
)`

/**
 * Stores firing alerts. New ones are stored as far as there is room for them. The limits in subqueries make PostgreSQL
 * look each alert up: for the usual message with a few, reading all alerts of a source would cost a hundred times more.
 */
const storeAlerts = (
  { source, now }: Pick<Message, 'source' | 'now'>,
  firing: readonly Row[],
  room: number,
): Sql => sql`
  with given as (
    select given.*, coalesce(stored.is_firing, false) as is_firing,
      row_number() over (partition by short_name order by given.fingerprint) > 1
        or coalesce(other.fingerprint <> given.fingerprint, false) as is_ambiguous
    from json_to_recordset(${JSON.stringify(firing)}::json) as given (
      fingerprint text, short_name text, full_name text, labels jsonb, annotations jsonb, generator_url text,
      starts_at timestamptz, ends_at timestamptz
    )
    left join lateral (
      select resolved_at is null as is_firing from core.received_alerts
      where source = ${source} and fingerprint = given.fingerprint limit 1
    ) as stored on true
    left join lateral (
      select fingerprint from core.received_alerts where source = ${source} and name = given.short_name limit 1
    ) as other on true
  ),
  placed as (
    select *, row_number() over (partition by is_firing order by fingerprint) as place from given
  ),
  taken as (
    select * from placed
    where is_firing or place <= ${room}
  ),
  written as (
    insert into core.received_alerts as stored
      (source, fingerprint, name, labels, annotations, generator_url, starts_at, ends_at, received_at)
    select ${source}, fingerprint, case when is_ambiguous then full_name else short_name end, labels, annotations,
      generator_url, starts_at, ends_at, ${now}
    from taken
    order by fingerprint
    on conflict (source, fingerprint) do update set
      starts_at = case
        when stored.resolved_at is null then least(stored.starts_at, excluded.starts_at) else excluded.starts_at
      end,
      ends_at = excluded.ends_at,
      received_at = excluded.received_at,
      labels = excluded.labels,
      annotations = excluded.annotations,
      generator_url = excluded.generator_url,
      resolved_at = null,
      resolved_by = null,
      pending = stored.pending or coalesce(${hasNews(now)}, false),
      revision = stored.revision + coalesce(${hasNews(now)}, false)::integer
    returning pending
  )
  select coalesce((select array_agg(fingerprint) from placed where not (is_firing or place <= ${room})), '{}') as refused,
    (select count(*) from taken where not is_firing) as added,
    coalesce((select bool_or(pending) from written), false) as "isPending"`

function isNameTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'received_alerts_name'
}

function isSourceGone(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'received_alerts_source_fkey'
}

/** Who sends alerts. */
type Sender = Pick<Actor, 'personId' | 'roles'>

/** What became of a message with alerts. */
interface StoreSummary {
  /** Number of new alerts for which the source has no room. */
  refused: number
  /** Whether checks have to show something new. */
  isPending: boolean
}

/** How long the number of firing alerts of a source is known without a look at the database. Milliseconds. */
const COUNT_MILLISECONDS = 1_000

/** Stores what senders report. */
export interface AlertStore {
  /** Alerts that ended and are unknown leave nothing. @throws RequestError where there are too many sources */
  store(source: string, alerts: readonly ReceivedAlert[], now: Date, sender: Sender): Promise<StoreSummary>
}

/** What a statement stored. */
interface StoredRow {
  /** Fingerprints of alerts for which the source has no room. */
  refused: readonly string[]
  added: number
  isPending: boolean
}

type WriteSummary = Omit<StoredRow, 'added'>

function toRows(alerts: readonly ReceivedAlert[]) {
  // A sender may report an alert twice in a message; the last report counts.
  const reports = [...new Map(alerts.map((alert) => [alert.fingerprint, alert])).values()]
  return reports.map(({ generatorUrl, startsAt, endsAt, ...alert }) => ({
    ...alert,
    short_name: shortName(alert.labels, alert.fingerprint),
    full_name: fullName(alert.labels, alert.fingerprint),
    generator_url: generatorUrl,
    starts_at: startsAt,
    ends_at: endsAt,
  }))
}

type Row = ReturnType<typeof toRows>[number]

/** The number of firing alerts of a source at a time. */
interface FiringCount {
  firing: number
  at: number
}

interface Message {
  source: string
  now: Date
  count: FiringCount
}

/** Creates the store of alerts. @param mostFiring alerts of a source; several processes may exceed it a little */
export function createAlertStore(pool: Pool, mostFiring = MOST_FIRING): AlertStore {
  const counts = new Map<string, FiringCount>()
  const keepSource = createKeepSource(pool)
  /** Sources that existed when somebody last sent to them. */
  const kept = new Set<string>()

  /** The number of firing alerts of a source, not older than a second. Callers add what they change. */
  async function countOf(source: string, now: number): Promise<FiringCount> {
    const known = counts.get(source)
    if (known !== undefined && Math.abs(now - known.at) < COUNT_MILLISECONDS) return known
    const { firing } = await tablesOn(pool)
      .selectFrom('core.received_alerts')
      .select(({ fn }) => fn.countAll<number>().as('firing'))
      .where('source', '=', source)
      .where('resolved_at', 'is', null)
      .executeTakeFirstOrThrow()
    const count = { firing, at: now }
    counts.set(source, count)
    return count
  }

  async function storeFiring(
    within: Connection,
    message: Message,
    rows: readonly Row[],
  ): Promise<WriteSummary> {
    if (rows.length === 0) return { refused: [], isPending: false }
    const room = Math.max(0, mostFiring - message.count.firing)
    const stored = await within.query<StoredRow>(storeAlerts(message, rows, room))
    const { refused = [], isPending = false, added = 0 } = stored.rows[0] ?? {}
    message.count.firing += added
    return { refused, isPending }
  }

  async function storeOnce(message: Message, rows: readonly Row[]): Promise<WriteSummary> {
    const { source, count } = message
    const [firing, ended] = [rows.filter((row) => row.isFiring), rows.filter((row) => !row.isFiring)]
    // One statement, which changes rows in the order of their fingerprints.
    if (ended.length === 0) return storeFiring(pool, message, firing)
    return inTransaction(pool, async (client) => {
      await client.query(
        lockAlerts(
          source,
          rows.map(({ fingerprint }) => fingerprint),
        ),
      )
      const resolved = (await client.query(resolveAlerts(message, ended))).rowCount ?? 0
      count.firing -= resolved
      const stored = await storeFiring(client, message, firing)
      return { ...stored, isPending: stored.isPending || resolved > 0 }
    })
  }

  async function write(source: string, alerts: readonly ReceivedAlert[], now: Date): Promise<WriteSummary> {
    const message = { source, now, count: await countOf(source, now.getTime()) }
    const rows = toRows(alerts)
    try {
      return await storeOnce(message, rows)
    } catch (error) {
      counts.delete(source)
      // Another sender gave an alert the same name at the same time. By now this one sees it, and takes the full name.
      if (isNameTaken(error)) return storeOnce(message, rows)
      throw error
    }
  }

  const queues = createQueues(write)
  async function add(source: string, alerts: readonly ReceivedAlert[], now: Date, sender: Sender) {
    if (!kept.has(source)) await keepSource(source, sender)
    kept.add(source)
    try {
      return await queues.add(source, alerts, now)
    } catch (error) {
      if (!isSourceGone(error)) throw error
      // The source went since it was kept, because it had no alerts for a week.
      await keepSource(source, sender)
      return queues.add(source, alerts, now)
    }
  }

  return {
    async store(source, alerts, now, sender) {
      const { refused, isPending } = await add(source, alerts, now, sender)
      const mine = new Set(alerts.flatMap(({ fingerprint, isFiring }) => (isFiring ? [fingerprint] : [])))
      return { refused: refused.filter((fingerprint) => mine.has(fingerprint)).length, isPending }
    },
  }
}
