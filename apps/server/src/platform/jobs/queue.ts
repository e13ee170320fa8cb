// The tables of the job engine. No other code reads or writes them.
import type { ClientBase, Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../database/index.ts'

/** A job as the engine's SQL function takes it. */
export interface QueuedJob {
  identifier: string
  /** A JSON object. */
  payload: object
  max_attempts: number
  job_key?: string
  /** Not before this instant. Default: now. */
  run_at?: string
  /** Jobs that are due run in this order, the lowest first. Default: 0. */
  priority?: number
}

/** Keeps only the last job of each key. Sorts by key, so that all transactions lock keys in the same order. */
function withoutRepeatedKeys(jobs: readonly QueuedJob[]): QueuedJob[] {
  const plain = jobs.filter(({ job_key: key }) => key === undefined)
  const keyed = new Map(jobs.flatMap((job) => (job.job_key === undefined ? [] : [[job.job_key, job]])))
  return [...plain, ...[...keyed].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, job]) => job)]
}

const addJobs = (columns: Sql, jobs: readonly QueuedJob[], keepTimes = false) => sql`
  select ${columns} from graphile_worker.add_jobs(array(
    select spec from json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(jobs)}::json) as spec
  ), ${keepTimes})`

/**
 * Adds jobs in one statement, within a transaction if `within` is one.
 * @param keepTimes whether one with the same key that waits keeps its time
 */
export async function addToQueue(
  within: Queryable,
  jobs: readonly QueuedJob[],
  keepTimes = false,
): Promise<void> {
  if (jobs.length === 0) return
  await within.query(addJobs(sql`count(*)`, withoutRepeatedKeys(jobs), keepTimes))
}

/** Adds one job as part of a transaction. @returns its id in the queue */
export async function addOneToQueue(client: ClientBase, job: QueuedJob): Promise<number> {
  const { rows } = await client.query<{ id: number }>(addJobs(sql`id`, [job]))
  const [added] = rows
  if (added === undefined) throw new Error(`${job.identifier} was not added to the queue`)
  return added.id
}

/** Makes the current attempt of a running job its last one. */
export async function endAttempts(pool: Pool, jobId: string): Promise<void> {
  await pool.query(sql`update graphile_worker._private_jobs set max_attempts = attempts where id = ${jobId}`)
}

/** Does not count the current attempt of a running job, because its process stops before the job is done. */
export async function returnAttempt(pool: Pool, jobId: string): Promise<void> {
  await pool.query(
    sql`update graphile_worker._private_jobs set attempts = greatest(attempts - 1, 0) where id = ${jobId}`,
  )
}

/** Unlocks the jobs of dead processes. A job on its last attempt becomes a dead letter with an error that says so. */
export async function unlockJobs(pool: Pool, workers: readonly string[]): Promise<void> {
  // If no process ever ran jobs, the queue does not exist.
  if (workers.length === 0) return
  await pool.query(sql`
    update graphile_worker._private_jobs
    set last_error = coalesce(last_error, 'the process that ran it ended without a word')
    where locked_by = any(${workers}) and attempts >= max_attempts`)
  await pool.query(sql`select graphile_worker.force_unlock_workers(${workers})`)
}

/** Reads the ids of the jobs that workers have locked, by worker. */
export async function lockedJobs(
  pool: Pool,
  workers: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (workers.length === 0) return new Map()
  const { rows } = await pool.query<{ worker: string; ids: string[] }>(sql`
    select locked_by as worker, array_agg(id::text) as ids from graphile_worker._private_jobs
    where locked_by = any(${workers}) group by locked_by`)
  return new Map(rows.map(({ worker, ids }) => [worker, ids]))
}

/**
 * Unlocks jobs that a living process has locked and does not run.
 * @param mayHaveRun whether their attempt counts; otherwise it never began
 */
export async function unlockUnknown(
  pool: Pool,
  worker: string,
  ids: readonly string[],
  mayHaveRun: boolean,
): Promise<void> {
  await pool.query(sql`
    update graphile_worker._private_jobs
    set locked_by = null, locked_at = null, run_at = greatest(run_at, now()),
      attempts = case when ${mayHaveRun} then attempts else greatest(attempts - 1, 0) end,
      last_error = case when ${mayHaveRun} and attempts >= max_attempts
        then coalesce(last_error, 'nothing was heard of the end of its run') else last_error end
    where id = any(${ids}::bigint[]) and locked_by = ${worker}`)
  // Idle workers look for jobs when the engine announces that some were added.
  await pool.query(sql`select pg_notify('jobs:insert', ${JSON.stringify({ count: ids.length })})`)
}

/**
 * Removes jobs that were due before an instant: they used up their attempts, or the code that ran them is gone.
 * @returns how many were removed
 */
export async function removeDeadLetters(pool: Pool, before: Date): Promise<number> {
  // A failure postpones the next attempt, so `run_at` is at most some hours after the last attempt.
  const { rows } = await pool.query<{ removed: number }>(sql`
    select count(*) as removed from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where locked_at is null and run_at < ${before}
    ))`)
  return rows[0]?.removed ?? 0
}
