import type { Pool } from 'pg'
import sql, { empty } from 'sql-template-tag'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { dropRunsOf, forgetStatusOf, recordRunsOf } from '../../../platform/jobs/history-of-resources.ts'
import type { JobOutcome, RunLog } from '../../../platform/jobs/index.ts'
import type { Log } from '../../../platform/log.ts'

/** Rows that a canary keeps in the job history of each status, the newest. A check that flaps adds many. */
const MOST_ROWS = 50

/** Runs of a canary are recorded one after the other: each compares with the run before. */
const oneAtATime = `select pg_advisory_xact_lock(hashtextextended('binnacle canary runs', 0))`

/**
 * Runs of canaries. A row of the job history is worth it for each whose run has another status than the one before; for others
 * where the newest row is a day old, an hour where the run had errors. Results of the same status in between leave none: they
 * are in the history of the checks.
 */
const newestRuns = (canaryIds: readonly string[] | undefined, now: Date) => sql`
  select canaries.agent_id, canaries.name as resource_name, run.canary_id as resource_id, run.status, run.success_count,
    run.error_count, run.details, run.time_start, run.time_end, run.duration_millis, run.last_failed,
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
  where canaries.deleted_at is null ${canaryIds === undefined ? empty : sql`and run.canary_id = any(${canaryIds})`}`

/**
 * Records the runs of some canaries: as their status, and in the job history where they are worth a row.
 * @param canaryIds undefined for all
 * @returns how many rows the job history got
 */
function recordCanaryRuns(pool: Pool, canaryIds: readonly string[] | undefined, now: Date): Promise<number> {
  return inTransaction(pool, async (client) => {
    await client.query(oneAtATime)
    return recordRunsOf(client, { job: 'Canary', type: 'canary' }, newestRuns(canaryIds, now), now)
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
  const dropped = await dropRunsOf(pool, 'canary', MOST_ROWS)
  log?.info(`Removed ${dropped} older runs`)
  await forgetStatusOf(
    pool,
    'canary',
    sql`select from core.canaries where canaries.id = newest.resource_id and canaries.deleted_at is null`,
  )
  return { success: recorded, errors: [], details: { summary: { recorded, dropped } } }
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
