import type { NotifierFailure } from '@binnacle/plugin-kit/notifiers'
import type { Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { Columns } from '../../../platform/database/columns.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { newId } from '../../../platform/ids.ts'
import { type DefinedJob, defineJob, type Job } from '../../../platform/jobs/index.ts'
import type { Log } from '../../../platform/log.ts'
import { matchesPatterns } from '../extract/patterns.ts'
import { changeCursor, type ChangeLine, lineOf, readChangeLines } from './change-lines.ts'
import { sendChanges, type SendFeedDependencies } from './send-feed.ts'

export interface FeedJobDependencies extends SendFeedDependencies {
  pool: Pool
  log: Log
}

const feedPayload = z.object({ id: z.guid() })
export type FeedPayload = z.output<typeof feedPayload>

/** Changes of one request. Each failure halves them, so that a change that the server never takes stands alone at last. */
const PAGE = 500
/** Characters of one request, unless a single change has more. Source: many servers refuse more than 1 MB. */
const LONGEST_BODY = 500_000
/** Milliseconds after which a run leaves the rest to the next one. */
const LONGEST_RUN = 60_000
/** Milliseconds until the next run if another run holds the feed, or changes are too new to be read. */
const PAUSE = 2_000
/** Seconds for which a run holds a feed, from its last page on. Longer than a request may take. */
const LEASE_SECONDS = 60
/** Seconds between the first two attempts. Each failure doubles them. */
const FIRST_PAUSE = 15
const LONGEST_PAUSE = 900
/** Milliseconds that a server can ask for at most. */
const LONGEST_WANTED = 3_600_000

type FeedRow = Columns<
  'core.config_change_feeds',
  'connection_id' | 'config_types' | 'change_types' | 'enabled' | 'cursor' | 'failures'
> & {
  /** Exact to the microsecond, which a Date is not. */
  updated_at: string
}
const columns = sql`connection_id, config_types, change_types, enabled, cursor, failures, updated_at::text`

const isFromFuture = sql`split_part(cursor, '-', 1)::bigint > extract(epoch from now()) * 1000000`
const leaseEnd = sql`now() + ${LEASE_SECONDS} * interval '1 second'`

/** Feeds that can read something now: all, or the one with an id. */
const selectDue = (id: string | null): Sql => sql`
  select id from core.config_change_feeds
  where enabled and next_at <= now() and (${id}::uuid is null or id = ${id})
    and (derived.has_later_changes(cursor, 'infinity') or ${isFromFuture})`

/** A feed that a run holds, and the name of the run. */
interface Held {
  id: string
  token: string
}

// A cursor in the future is from before the clock of the database was set back. What was stored since then may be before the
// cursor, so the feed repeats ten minutes.
const hold = ({ id, token }: Held): Sql => sql`
  update core.config_change_feeds
  set claimed_by = ${token}, claimed_until = ${leaseEnd},
    cursor = case
      when ${isFromFuture}
      then (extract(epoch from now() - interval '10 minutes') * 1000000)::bigint
        || '-00000000-0000-0000-0000-000000000000'
      else cursor
    end
  where id = ${id} and enabled and next_at <= now() and (claimed_until is null or claimed_until <= now())
  returning ${columns}`

// An edit keeps the cursor, and applies from the next page.
const advance = ({ id, token }: Held, cursor: string, taken: number): Sql => {
  const isTaken = sql`${taken}::integer > 0`
  return sql`
    update core.config_change_feeds
    set cursor = ${cursor}, sent = sent + ${taken}, sent_at = case when ${isTaken} then now() else sent_at end,
      failures = case when ${isTaken} then 0 else failures end, error = case when ${isTaken} then null else error end,
      claimed_until = ${leaseEnd}
    where id = ${id} and claimed_by = ${token}
    returning ${columns}`
}

// After an edit, the failure concerns the settings from before the edit, so it is not recorded.
const postpone = (
  { id, token }: Held,
  { updated_at: editedAt }: FeedRow,
  { message, waitMilliseconds }: NotifierFailure,
): Sql => sql`
  update core.config_change_feeds
  set failures = failures + 1, error = ${message},
    next_at = now() + greatest(
      least(${FIRST_PAUSE} * power(2, least(failures, 10)), ${LONGEST_PAUSE}) * interval '1 second',
      least(${waitMilliseconds}::bigint, ${LONGEST_WANTED}) * interval '1 millisecond'
    )
  where id = ${id} and claimed_by = ${token} and updated_at = ${editedAt}::timestamptz
  returning failures, next_at`

/** Changes a feed that a run holds. */
const updateHeld = (pool: Pool, { id, token }: Held) =>
  tablesOn(pool).updateTable('core.config_change_feeds').where('id', '=', id).where('claimed_by', '=', token)

function isWanted({ config_types: configTypes, change_types: changeTypes }: FeedRow, change: ChangeLine) {
  return matchesPatterns(change.config_type, configTypes) && matchesPatterns(change.change_type, changeTypes)
}

/** The next lines of a feed, and the cursor after them. Changes that it leaves out move the cursor too. */
function nextLines(feed: FeedRow, page: readonly ChangeLine[]): { lines: string[]; cursor: string } {
  const lines: string[] = []
  let length = 0
  let { cursor } = feed
  for (const change of page) {
    if (isWanted(feed, change)) {
      const line = lineOf(change)
      if (lines.length > 0 && length + line.length > LONGEST_BODY) break
      lines.push(line)
      length += line.length
    }
    cursor = change.cursor
  }
  return { lines, cursor }
}

/** Adds a run for each feed that has something to read now. @returns their number */
export async function addDueFeeds(pool: Pool, job: DefinedJob<FeedPayload>): Promise<number> {
  const { rows } = await pool.query<FeedPayload>(selectDue(null))
  if (rows.length > 0) await job.add(pool, ...rows)
  return rows.length
}

/**
 * Makes the jobs of change feeds. A change arrives once more where a process ends between the answer of a server and the note
 * of it; none is left out.
 */
export function createFeedJobs(dependencies: FeedJobDependencies): {
  job: DefinedJob<FeedPayload>
  jobs: Job[]
} {
  const { pool, clock, log } = dependencies

  const addLater = (id: string) => job.addAt(pool, new Date(clock.now().getTime() + PAUSE), { id })

  const isDue = async (id: string) => (await pool.query(selectDue(id))).rowCount === 1

  async function recordFailure(held: Held, feed: FeedRow, failure: NotifierFailure): Promise<void> {
    const { id } = held
    const { rows } = await pool.query<Columns<'core.config_change_feeds', 'failures' | 'next_at'>>(
      postpone(held, feed, failure),
    )
    const [state] = rows
    if (state === undefined) return addLater(id)
    await job.addAt(pool, state.next_at, { id })
    if (state.failures === 1)
      log.warn({ feed: id, reason: failure.message }, 'the server of a feed took no changes')
  }

  /** @returns how many changes the server took, and whether to go on soon */
  async function sendPages(held: Held, first: FeedRow, signal: AbortSignal) {
    const start = performance.now()
    let feed: FeedRow = first
    let taken = 0
    for (;;) {
      const limit = Math.max(1, Math.floor(PAGE / 2 ** feed.failures))
      const page = await readChangeLines(pool, { after: changeCursor.parse(feed.cursor), limit })
      if (page.length === 0) {
        // What failed may be removed by now, because changes are kept for a time only.
        await updateHeld(pool, held).set({ failures: 0, error: null }).where('failures', '>', 0).execute()
        return { taken, goesOn: await isDue(held.id) }
      }
      const { lines, cursor } = nextLines(feed, page)
      if (lines.length > 0) {
        const sent = await sendChanges(dependencies, feed.connection_id, lines, signal)
        // A process that stops is no failure of the server.
        if (!sent.ok && signal.aborted) return { taken, goesOn: false }
        if (!sent.ok) {
          await recordFailure(held, feed, sent.failure)
          return { taken, goesOn: false }
        }
        taken += lines.length
      }
      const { rows } = await pool.query<FeedRow>(advance(held, cursor, lines.length))
      const [next] = rows
      if (next === undefined || !next.enabled) return { taken, goesOn: false }
      if (signal.aborted || performance.now() - start > LONGEST_RUN) return { taken, goesOn: true }
      feed = next
    }
  }

  const job = defineJob({
    name: 'SendChangeFeed',
    lane: 'feeds',
    payload: feedPayload,
    key: ({ id }) => id,
    record: false,
    async run({ payload: { id }, signal }) {
      const held = { id, token: newId() }
      const { rows } = await pool.query<FeedRow>(hold(held))
      const [feed] = rows
      if (feed === undefined) {
        if (await isDue(id)) await addLater(id)
        return { success: 0, errors: [] }
      }
      try {
        const { taken, goesOn } = await sendPages(held, feed, signal)
        if (goesOn) await addLater(id)
        return { success: taken, errors: [] }
      } finally {
        await updateHeld(pool, held).set({ claimed_by: null, claimed_until: null }).execute()
      }
    },
  })
  const sweep = defineJob({
    name: 'SendChangeFeeds',
    lane: 'maintenance',
    cron: '* * * * *',
    record: false,
    run: async () => ({ success: await addDueFeeds(pool, job), errors: [] }),
  })
  return { job, jobs: [job, sweep] }
}
