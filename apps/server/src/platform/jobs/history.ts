import { hostname } from 'node:os'
import type { Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { Columns } from '../database/columns.ts'
import { inTransaction } from '../database/index.ts'
import type { JobOutcome, JobResource } from './define.ts'

/** How a run can end. */
export type EndStatus = 'SUCCESS' | 'WARNING' | 'FAILED' | 'STOPPED'

/** The status of a run that was not stopped. */
export function statusOf({ success, errors }: JobOutcome): EndStatus {
  if (errors.length === 0) return 'SUCCESS'
  return success > 0 ? 'WARNING' : 'FAILED'
}

/** Copies ended runs of the job history into the status of their resources. The later one of two runs wins. */
const keepStatus = sql`
  insert into core.resource_job_status as kept
    (resource_type, resource_id, job_name, status, success_count, error_count, details, hostname, time_start, time_end,
     duration_millis, created_at, last_failed_at, recorded_at)
  select distinct on (resource_type, resource_id)
    resource_type, resource_id, name, status, success_count, error_count, details, hostname, time_start, time_end,
    duration_millis, created_at, case when status = 'FAILED' then time_start end, created_at
  from ended where resource_type is not null and resource_id is not null
  order by resource_type, resource_id, time_start desc
  on conflict (resource_type, resource_id) do update set
    job_name = excluded.job_name,
    status = excluded.status,
    success_count = excluded.success_count,
    error_count = excluded.error_count,
    details = excluded.details,
    hostname = excluded.hostname,
    time_start = excluded.time_start,
    time_end = excluded.time_end,
    duration_millis = excluded.duration_millis,
    created_at = excluded.created_at,
    last_failed_at = coalesce(excluded.last_failed_at, kept.last_failed_at),
    recorded_at = excluded.recorded_at
  where excluded.time_start >= kept.time_start`

const beginRow = ({ id, name, processId, resource, queueId }: Run, now: Date) => sql`
  with busy as (
    select time_start from core.job_history
    where name = ${name} and status = 'RUNNING' and resource_type is not distinct from ${resource?.type ?? null}
      and resource_id is not distinct from ${resource?.id ?? null}
    order by time_start desc limit 1
  )
  insert into core.job_history
    (id, name, hostname, process_id, status, time_start, time_end, duration_millis, resource_type, resource_id,
     resource_name, queue_id, details)
  select ${id}::uuid, ${name}, ${hostname()}, ${processId}, case when busy.time_start is null then 'RUNNING' else 'SKIPPED' end, ${now},
    case when busy.time_start is not null then ${now}::timestamptz end, case when busy.time_start is not null then 0 end,
    ${resource?.type ?? null}, ${resource?.id ?? null}, ${resource?.name ?? null}, ${queueId ?? null},
    case when busy.time_start is not null then
      jsonb_build_object('errors', jsonb_build_array('skipped: the run before it has not ended'))
    end
  from (select) as always left join busy on true
  returning id, status`

export interface Run {
  /** The id of its row. */
  id: string
  name: string
  processId: string
  resource: JobResource | undefined
  /** Id of the queued job; undefined where somebody waits for the run. */
  queueId: string | undefined
}

/**
 * Records that a run begins.
 * @returns the id of its row; undefined if another run of the same resource has not ended: then the row's status is
 * SKIPPED
 */
export function beginRun(pool: Pool, run: Run, now: Date): Promise<string | undefined> {
  const lock = `binnacle job ${run.name} ${run.resource?.id ?? ''}`
  return inTransaction(pool, async (client) => {
    // Two runs that begin at the same time must see each other.
    await client.query(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
    const { rows } = await client.query<Columns<'core.job_history', 'id' | 'status'>>(beginRow(run, now))
    const [row] = rows
    return row?.status === 'RUNNING' ? row.id : undefined
  })
}

/** Records how a run ended, unless it was already given up as stale. */
export async function endRun(
  pool: Pool,
  id: string,
  status: EndStatus,
  outcome: JobOutcome,
  now: Date,
): Promise<void> {
  const details = { ...outcome.details, ...(outcome.errors.length > 0 ? { errors: outcome.errors } : {}) }
  await pool.query(sql`
    with ended as (
      update core.job_history
      set status = ${status}, success_count = ${outcome.success}, error_count = ${outcome.errors.length},
          details = ${JSON.stringify(details)}, time_end = ${now},
          duration_millis = greatest(0, extract(epoch from ${now}::timestamptz - time_start) * 1000)::integer
      where id = ${id} and status = 'RUNNING'
      returning *
    )
    ${keepStatus}`)
}

const giveUp = (condition: Sql, reason: string) => sql`
  with ended as (
    update core.job_history
    set status = 'STALE', time_end = now(), error_count = error_count + 1,
        duration_millis = least(2147483647, greatest(0, extract(epoch from now() - time_start) * 1000))::integer,
        details = coalesce(details, '{}') || ${JSON.stringify({ errors: [reason] })}::jsonb
    where status = 'RUNNING' and ${condition}
    returning *
  ), kept as (${keepStatus})
  select count(*)::integer as stale from ended`

/** Gives up the runs of processes that are dead. */
export async function giveUpRunsOf(pool: Pool, processIds: readonly string[]): Promise<void> {
  await pool.query(
    giveUp(sql`process_id = any(${processIds})`, 'the process that ran it ended without a word'),
  )
}

/** Gives up a run whose begin may have been stored although nobody heard of it. */
export async function giveUpRun(pool: Pool, id: string): Promise<void> {
  await pool.query(giveUp(sql`id = ${id}`, 'the connection to the database was lost as it began'))
}

/**
 * Gives up runs that began before an instant, because their ends could not be recorded.
 * @returns how many were given up
 */
export async function giveUpRunsBefore(pool: Pool, before: Date): Promise<number> {
  const { rows } = await pool.query<{ stale: number }>(
    giveUp(sql`time_start < ${before}`, 'nothing was heard of its end'),
  )
  return rows[0]?.stale ?? 0
}
