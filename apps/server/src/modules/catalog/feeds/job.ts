import type { NotifierFailure } from '@binnacle/plugin-kit/notifiers'
import type { Pool } from 'pg'
import { z } from 'zod'
import { newId } from '../../../platform/ids.ts'
import { type DefinedJob, defineJob, type Job } from '../../../platform/jobs/index.ts'
import type { Log } from '../../../platform/log.ts'
import { matchesPatterns } from '../extract/patterns.ts'
import { feedCursor, type FeedChange, hasLaterChanges, readFeed } from './read-feed.ts'
import { sendChanges, type SendFeedParts } from './send-feed.ts'

export interface FeedJobParts extends SendFeedParts {
  pool: Pool
  log: Log
}

const feedPayload = z.object({ id: z.guid() })
export type FeedPayload = z.output<typeof feedPayload>

/** Changes of one request, and of one read. */
const PAGE = 500
/** Milliseconds after which a run leaves the rest to the next one. */
const LONGEST_RUN = 60_000
/** Seconds for which a run has a feed for itself, from its last page on. Longer than a request may take. */
const CLAIM_SECONDS = 60
/** Seconds between the first two attempts. Each failure doubles them. */
const FIRST_PAUSE = 15
const LONGEST_PAUSE = 900
/** Milliseconds after which a run looks again that could not send all: it met another one, or changes were too new. */
const PAUSE = 2_000
/** Feeds that one run looks at. */
const MOST_FEEDS = 1_000

interface ClaimedFeed {
  connection_id: string
  config_types: string[]
  change_types: string[]
  cursor: string
}

const due = `
  select id from core.config_change_feeds where enabled and next_at <= now() order by next_at limit ${MOST_FEEDS}`
const claim = `
  update core.config_change_feeds set claimed_by = $2, claimed_until = now() + interval '${CLAIM_SECONDS} seconds'
  where id = $1 and enabled and next_at <= now() and (claimed_until is null or claimed_until <= now())
  returning connection_id, config_types, change_types, cursor`
// A person may have changed the feed meanwhile. Where it goes on is the same; what they chose counts from the next page.
const goOn = `
  update core.config_change_feeds
  set cursor = $3, sent = sent + $4, sent_at = case when $4 > 0 then now() else sent_at end,
    failures = case when $4 > 0 then 0 else failures end, error = case when $4 > 0 then null else error end,
    claimed_until = now() + interval '${CLAIM_SECONDS} seconds'
  where id = $1 and claimed_by = $2
  returning connection_id, config_types, change_types, cursor, enabled`
const putOff = `
  update core.config_change_feeds
  set failures = failures + 1, error = $3,
    next_at = now() + coalesce(
      $4::bigint * interval '1 millisecond',
      least(${FIRST_PAUSE} * power(2, least(failures, 10)), ${LONGEST_PAUSE}) * interval '1 second'
    )
  where id = $1 and claimed_by = $2
  returning failures, next_at`
const isWaiting = 'select from core.config_change_feeds where id = $1 and enabled and next_at <= now()'
const release = `
  update core.config_change_feeds set claimed_by = null, claimed_until = null where id = $1 and claimed_by = $2`

function isWanted({ config_types: configTypes, change_types: changeTypes }: ClaimedFeed) {
  return ({ config_type: configType, change_type: changeType }: FeedChange) =>
    matchesPatterns(configType, configTypes) && matchesPatterns(changeType, changeTypes)
}

/** Adds a run for each feed that may send now. */
export async function addDueFeeds(pool: Pool, job: DefinedJob<FeedPayload>): Promise<number> {
  const { rows } = await pool.query<FeedPayload>(due)
  if (rows.length > 0) await job.add(pool, ...rows)
  return rows.length
}

/**
 * Makes the jobs of the feeds that are sent. A change arrives once more where a process ends between the answer of a server
 * and the note of it; none is left out.
 */
export function createFeedJobs(parts: FeedJobParts): { job: DefinedJob<FeedPayload>; jobs: Job[] } {
  const { pool, clock, log } = parts

  const lookAgain = (id: string) => job.addAt(pool, new Date(clock.now().getTime() + PAUSE), { id })

  async function putOffFeed(id: string, token: string, { message, waitMilliseconds }: NotifierFailure) {
    const { rows } = await pool.query<{ failures: number; next_at: Date }>(putOff, [
      id,
      token,
      message,
      waitMilliseconds,
    ])
    const [state] = rows
    if (state === undefined) return
    await job.addAt(pool, state.next_at, { id })
    if (state.failures === 1) log.warn({ feed: id, reason: message }, 'the server of a feed took no changes')
  }

  /** @returns how many changes the server took, and whether to go on soon */
  async function sendPages(id: string, token: string, first: ClaimedFeed, signal: AbortSignal) {
    const start = performance.now()
    let feed: ClaimedFeed = first
    let taken = 0
    for (;;) {
      const page = await readFeed(pool, { after: feedCursor.parse(feed.cursor), limit: PAGE })
      const last = page.at(-1)
      if (last === undefined)
        return { taken, goesOn: await hasLaterChanges(pool, feedCursor.parse(feed.cursor)) }
      const wanted = page.filter(isWanted(feed))
      if (wanted.length > 0) {
        const sent = await sendChanges(parts, { id, connectionId: feed.connection_id }, wanted, signal)
        // A process that stops is no failure of the server.
        if (!sent.ok && signal.aborted) return { taken, goesOn: false }
        if (!sent.ok) {
          await putOffFeed(id, token, sent.failure)
          return { taken, goesOn: false }
        }
        taken += wanted.length
      }
      const { rows } = await pool.query<ClaimedFeed & { enabled: boolean }>(goOn, [
        id,
        token,
        last.cursor,
        wanted.length,
      ])
      const [next] = rows
      if (next === undefined || !next.enabled) return { taken, goesOn: false }
      if (signal.aborted || performance.now() - start > LONGEST_RUN) return { taken, goesOn: true }
      feed = next
    }
  }

  const job = defineJob({
    name: 'SendChangeFeed',
    lane: 'sends',
    payload: feedPayload,
    key: ({ id }) => id,
    record: false,
    async run({ payload: { id }, signal }) {
      const token = newId()
      const { rows } = await pool.query<ClaimedFeed>(claim, [id, token])
      const [feed] = rows
      if (feed === undefined) {
        const { rowCount } = await pool.query(isWaiting, [id])
        if (rowCount === 1) await lookAgain(id)
        return { success: 0, errors: [] }
      }
      try {
        const { taken, goesOn } = await sendPages(id, token, feed, signal)
        if (goesOn) await lookAgain(id)
        return { success: taken, errors: [] }
      } finally {
        await pool.query(release, [id, token])
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
