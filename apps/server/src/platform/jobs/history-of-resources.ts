// The job history of resources whose runs no job makes, such as canaries: they follow from other rows.
import { hostname } from 'node:os'
import type { ClientBase, Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'

/** What ran, as the job history names it. */
interface RunName {
  job: string
  /** Type of the resource */
  type: string
}

/**
 * Keeps the newest run of each resource as its status, and adds a row to the job history for each that is worth one.
 * @param runs a query of agent_id, resource_id, resource_name, status, success_count, error_count, details, time_start,
 *   time_end, duration_millis, last_failed (when one failed last), and is_recorded (whether the run is worth a row)
 * @returns how many rows the job history got
 */
export async function recordRunsOf(
  client: ClientBase,
  { job, type }: RunName,
  runs: Sql,
  now: Date,
): Promise<number> {
  const host = hostname()
  const { rows } = await client.query<{ recorded: number }>(sql`
    with run as (${runs}),
    recorded as (
      insert into core.job_history
        (agent_id, name, resource_type, resource_id, resource_name, hostname, status, success_count, error_count, details,
         time_start, time_end, duration_millis, created_at)
      select agent_id, ${job}::text, ${type}::text, resource_id, resource_name, ${host}::text, status, success_count,
        error_count, details, time_start, time_end, duration_millis, ${now}::timestamptz
      from run where is_recorded
      returning resource_id
    ),
    newest as (
      insert into core.resource_job_status as newest
        (resource_type, resource_id, job_name, status, success_count, error_count, details, hostname, time_start,
         time_end, duration_millis, created_at, last_failed_at, recorded_at)
      select ${type}::text, resource_id, ${job}::text, status, success_count, error_count, details, ${host}::text, time_start,
        time_end, duration_millis, time_end, last_failed, case when is_recorded then ${now}::timestamptz end
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
    select count(*)::integer as recorded from recorded`)
  return rows[0]?.recorded ?? 0
}

/**
 * Drops rows of the job history of resources that have many.
 * @param most rows that each resource keeps of each status, the newest
 * @returns how many rows were dropped
 */
export async function dropRunsOf(pool: Pool, type: string, most: number): Promise<number> {
  const { rowCount } = await pool.query(sql`
    delete from core.job_history as history
    using (
      select id, row_number() over (partition by resource_id, status order by created_at desc, id desc) as place
      from core.job_history where resource_type = ${type}
    ) as placed
    where placed.id = history.id and placed.place > ${most}`)
  return rowCount ?? 0
}

/**
 * Forgets the status of resources that are gone.
 * @param there a query of the resource whose id is `newest.resource_id`, while it is there
 */
export async function forgetStatusOf(pool: Pool, type: string, there: Sql): Promise<void> {
  await pool.query(sql`
    delete from core.resource_job_status as newest
    where newest.resource_type = ${type} and not exists (${there})`)
}
