import { hostname } from 'node:os'
import type { Pool } from 'pg'
import sql, { empty } from 'sql-template-tag'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import type { JobOutcome, RunLog } from '../../../platform/jobs/index.ts'
import type { Log } from '../../../platform/log.ts'

/** Rows that a canary keeps in the job history of each status, the newest. A check that flaps adds many. */
const MOST_ROWS = 50

/** Runs of a canary are recorded one after the other: each compares with the run before. */
const oneAtATime = `select pg_advisory_xact_lock(hashtextextended('binnacle canary runs', 0))`

/**
 * Keeps the newest run of each canary as its status, and adds a row to the job history for each whose run has another
 * status than the one before; for others where the newest row is a day old, an hour where the run had errors. Results of
 * the same status in between leave none: they are in the history of the checks.
 */
const recordRuns = (canaryIds: readonly string[] | undefined, now: Date, host: string) => sql`
  with run as (
    select canaries.agent_id, canaries.name, run.*,
      newest.status is distinct from run.status
        or newest.recorded_at is null
        or (
          run.time_end > newest.recorded_at
          and newest.recorded_at <= ${now}::timestamptz
            - case when run.status = 'SUCCESS' then interval '1 day' else interval '1 hour' end
        ) as is_recorded
    from derived.canary_runs as run
    join core.canaries on canaries.id = run.canary_id
    left join core.resource_job_status as newest
      on newest.resource_type = 'canary' and newest.resource_id = run.canary_id
    where canaries.deleted_at is null ${canaryIds === undefined ? empty : sql`and run.canary_id = any(${canaryIds})`}
  ),
  recorded as (
    insert into core.job_history
      (agent_id, name, resource_type, resource_id, resource_name, hostname, status, success_count, error_count, details,
       time_start, time_end, duration_millis, created_at)
    select agent_id, 'Canary', 'canary', canary_id, name, ${host}::text, status, success_count, error_count, details,
      time_start, time_end, duration_millis, ${now}::timestamptz
    from run where is_recorded
    returning resource_id
  ),
  newest as (
    insert into core.resource_job_status as newest
      (resource_type, resource_id, job_name, status, success_count, error_count, details, hostname, time_start,
       time_end, duration_millis, created_at, last_failed_at, recorded_at)
    select 'canary', canary_id, 'Canary', status, success_count, error_count, details, ${host}::text, time_start, time_end,
      duration_millis, time_end, last_failed, case when is_recorded then ${now}::timestamptz end
    from run
    on conflict (resource_type, resource_id) do update set
      status = excluded.status,
      success_count = excluded.success_count,
      error_count = excluded.error_count,
      details = excluded.details,
      hostname = excluded.hostname,
      time_start = excluded.time_start,
      time_end = excluded.time_end,
      duration_millis = excluded.duration_millis,
      created_at = excluded.created_at,
      last_failed_at = excluded.last_failed_at,
      recorded_at = coalesce(excluded.recorded_at, newest.recorded_at)
  )
  select count(*)::integer as recorded from recorded`

const dropRows = () => sql`
  delete from core.job_history as history
  using (
    select id, row_number() over (partition by resource_id, status order by created_at desc, id desc) as place
    from core.job_history where resource_type = 'canary'
  ) as placed
  where placed.id = history.id and placed.place > ${MOST_ROWS}`

/**
 * Records the runs of some canaries: as their status, and in the job history where they are worth a row.
 * @param canaryIds undefined for all
 * @returns how many rows the job history got
 */
function recordCanaryRuns(pool: Pool, canaryIds: readonly string[] | undefined, now: Date): Promise<number> {
  return inTransaction(pool, async (client) => {
    await client.query(oneAtATime)
    const { rows } = await client.query<{ recorded: number }>(recordRuns(canaryIds, now, hostname()))
    return rows[0]?.recorded ?? 0
  })
}

/** Records what was not recorded with results, and drops rows of canaries that have many, or are gone. */
export async function recordMissedCanaryRuns(
  pool: Pool,
  now: Date,
  log?: Pick<RunLog, 'info'>,
): Promise<JobOutcome> {
  const recorded = await recordCanaryRuns(pool, undefined, now)
  log?.info(`Recorded ${recorded} runs`)
  const dropped = await pool.query(dropRows())
  log?.info(`Removed ${dropped.rowCount ?? 0} older runs`)
  await tablesOn(pool)
    .deleteFrom('core.resource_job_status as newest')
    .where('newest.resource_type', '=', 'canary')
    .where((expressions) =>
      expressions.not(
        expressions.exists(
          expressions
            .selectFrom('core.canaries as canary')
            .select('canary.id')
            .whereRef('canary.id', '=', 'newest.resource_id')
            .where('canary.deleted_at', 'is', null),
        ),
      ),
    )
    .execute()
  return { success: recorded, errors: [], details: { summary: { recorded, dropped: dropped.rowCount ?? 0 } } }
}

/** A result that was stored. */
interface StoredResult {
  canaryId: string
  /** Whether the check has another state since this result. */
  turned: boolean
}

/** A canary of a thousand checks gets as many results one by one; its status is read by people. */
const GATHER_MILLISECONDS = 1_000
/** Where that takes long, as with the many thousand alerts of another system, results are gathered this many times as long. */
const REST = 20

/**
 * Records runs of canaries as results are stored: at once where a check turned, else together with others a second
 * later, or a few where it takes long. It follows the results: what could not be written is made up for with the next result, or within the hour.
 */
export class CanaryRunRecorder {
  readonly #pool: Pool
  readonly #clock: Clock
  readonly #log: Log
  readonly #waiting = new Set<string>()
  #gathering = new AbortController()
  #gathered: Promise<void> | undefined
  /** How long the last write took. Milliseconds. */
  #took = 0

  constructor(pool: Pool, clock: Clock, log: Log) {
    this.#pool = pool
    this.#clock = clock
    this.#log = log
  }

  /** Records the runs that some results belong to. Never fails. */
  async record(results: readonly StoredResult[]): Promise<void> {
    for (const { canaryId } of results) this.#waiting.add(canaryId)
    if (results.some(({ turned }) => turned)) await this.#write()
    else if (this.#waiting.size > 0) this.#gathered ??= this.#writeLater()
  }

  /** Waits until everything is written that was handed in. */
  async drain(): Promise<void> {
    if (this.#gathered === undefined) return
    this.#gathering.abort()
    await this.#gathered
  }

  async #writeLater(): Promise<void> {
    await this.#clock.wait(Math.max(GATHER_MILLISECONDS, this.#took * REST), this.#gathering.signal)
    this.#gathered = undefined
    this.#gathering = new AbortController()
    await this.#write()
  }

  async #write(): Promise<void> {
    const canaryIds = [...this.#waiting]
    this.#waiting.clear()
    if (canaryIds.length === 0) return
    const started = performance.now()
    await recordCanaryRuns(this.#pool, canaryIds, this.#clock.now()).catch((error: unknown) =>
      this.#log.warn({ reason: String(error) }, 'runs of canaries could not be recorded'),
    )
    this.#took = performance.now() - started
  }
}
