import { hostname } from 'node:os'
import type { Pool } from 'pg'
import { inTransaction } from '../../../platform/database/index.ts'
import type { JobOutcome } from '../../../platform/jobs/index.ts'

/** Rows that a canary keeps in the job history of each status, the newest. A check that flaps adds many. */
const MOST_KEPT = 50

/** Runs of a canary are recorded one after the other: each compares with the row before. */
const oneAtATime = `select pg_advisory_xact_lock(hashtextextended('binnacle canary runs', 0))`

/**
 * Adds a row for each canary whose newest run has another status than its newest row; for others where that row is a day
 * old, an hour where the run had errors. Results of the same status in between leave none: they are in the history of
 * the checks.
 */
const addRows = `
  insert into core.job_history
    (agent_id, name, resource_type, resource_id, resource_name, hostname, status, success_count, error_count, details,
     time_start, time_end, duration_millis, created_at)
  select canaries.agent_id, 'Canary', 'canary', canaries.id, canaries.name, $3, run.status, run.success_count,
    run.error_count, run.details, run.time_start, run.time_end, run.duration_millis, $2
  from derived.canary_runs as run
  join core.canaries on canaries.id = run.canary_id
  left join lateral (
    select status, created_at from core.job_history
    where resource_id = canaries.id and resource_type = 'canary'
    order by created_at desc limit 1
  ) as newest on true
  where canaries.deleted_at is null
    and ($1::uuid[] is null or canaries.id in (select canary_id from core.checks where id = any($1)))
    and (
      newest.status is distinct from run.status
      or (
        run.time_end > newest.created_at
        and newest.created_at <= $2::timestamptz
          - case when run.status = 'SUCCESS' then interval '1 day' else interval '1 hour' end
      )
    )`

const dropRows = `
  delete from core.job_history as history
  using (
    select id, row_number() over (partition by resource_id, status order by created_at desc, id desc) as place
    from core.job_history where resource_type = 'canary'
  ) as placed
  where placed.id = history.id and placed.place > $1`

/**
 * Records the runs of the canaries of some checks in the job history, where they are worth a row.
 * @param checkIds checks whose state changed; undefined for all canaries
 * @returns how many rows were added
 */
export function recordCanaryRuns(
  pool: Pool,
  checkIds: readonly string[] | undefined,
  now: Date,
): Promise<number> {
  return inTransaction(pool, async (client) => {
    await client.query(oneAtATime)
    const added = await client.query(addRows, [checkIds ?? null, now, hostname()])
    return added.rowCount ?? 0
  })
}

/** Records what no change of a state recorded, and drops rows of canaries that have many. */
export async function keepCanaryRuns(pool: Pool, now: Date): Promise<JobOutcome> {
  const recorded = await recordCanaryRuns(pool, undefined, now)
  const dropped = await pool.query(dropRows, [MOST_KEPT])
  return { success: recorded, errors: [], details: { summary: { recorded, dropped: dropped.rowCount ?? 0 } } }
}
