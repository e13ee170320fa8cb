// Queued and failed jobs of the job engine, for people to look at and to act on.
import { MOST_COUNTED_EVENTS, type QueueSelection, type QueueState } from '@binnacle/contract/events'
import type { ClientBase, Pool } from 'pg'

// Nothing of the queue is stored a second time, and its tables get no index and no trigger of ours: a second table
// would cost a write for each attempt, and an index would cost each insert and each deletion of the queue. With 100,000
// events waiting on two busy cores, a page takes 24 ms and the summary 585 ms. The summary is a function and not a
// view, because the engine makes its tables after our views, and replaces them when it is upgraded.
// The engine does not store when an attempt failed. The time is computed: a failure sets the next attempt to
// exp(attempts) seconds later.

/** A job in the queue. */
export interface QueueEntry {
  id: string
  /** The first part of the job's name. If the job consumes an event, the event's name. */
  name: string
  consumer: string | null
  state: QueueState
  attempts: number
  most_attempts: number
  created_at: Date
  next_attempt: Date | null
  last_failure: Date | null
  /** In a list, only the start of the error. */
  error: string | null
}

/** Characters of an error that a list shows. */
const ERROR_LENGTH = 500

const state = `
  case
    when jobs.locked_at is not null then 'running'
    when jobs.attempts >= jobs.max_attempts then 'dead'
    when jobs.last_error is not null then 'retrying'
    else 'waiting'
  end`

// The engine does not store when an attempt failed. It postpones the next attempt from that time by a pause that
// depends on the number of attempts.
const columns = `
  jobs.id::text as id, split_part(tasks.identifier, '/', 1) as name,
  nullif(substr(tasks.identifier, length(split_part(tasks.identifier, '/', 1)) + 2), '') as consumer,
  ${state} as state, jobs.attempts::integer as attempts, jobs.max_attempts::integer as most_attempts,
  jobs.created_at,
  case when jobs.locked_at is null and jobs.attempts < jobs.max_attempts then jobs.run_at end as next_attempt,
  case when jobs.last_error is not null then greatest(
    jobs.created_at,
    jobs.run_at
      - exp(least(jobs.attempts - (jobs.locked_at is not null)::integer, 10)) * interval '1 second'
  ) end as last_failure`

const from = `graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id`

/** Escapes part of a text as a pattern of `like`. */
const pattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Parameters $1 to $4 of `selected`. */
const parametersOf = ({ name, id, state: wanted, query }: QueueSelection) => [
  name,
  id ?? null,
  wanted ?? null,
  query === undefined || query.trim() === '' ? null : pattern(query.trim()),
]

const selected = `
  jobs.task_id in (
    select id from graphile_worker._private_tasks where split_part(identifier, '/', 1) = $1
  )
  and ($2::bigint is null or jobs.id = $2::bigint)
  and ($3::text is null or ${state} = $3)
  and ($4::text is null or jobs.last_error ilike $4 or tasks.identifier ilike $4)`

/**
 * Lists jobs in the queue, the newest first.
 * @returns the jobs and their total number; `more` if counting stopped before the end
 */
export async function listEntries(
  pool: Pool,
  wanted: QueueSelection & { pageIndex: number; pageSize: number; oldestFirst: boolean },
): Promise<{ entries: QueueEntry[]; total: number; more: boolean }> {
  const parameters = parametersOf(wanted)
  const direction = wanted.oldestFirst ? 'asc' : 'desc'
  const [{ rows: entries }, counted] = await Promise.all([
    pool.query<QueueEntry>(
      // Find the ids first: otherwise the columns of all rows before the page are computed too.
      `select ${columns}, left(jobs.last_error, ${ERROR_LENGTH}) as error
       from ${from}
       where jobs.id in (
         select jobs.id from ${from} where ${selected} order by jobs.id ${direction} limit $5 offset $6
       )
       order by jobs.id ${direction}`,
      [...parameters, wanted.pageSize, wanted.pageIndex * wanted.pageSize],
    ),
    pool.query<{ total: number }>(
      `select count(*)::integer as total from (
         select from ${from} where ${selected} limit ${MOST_COUNTED_EVENTS + 1}
       ) as counted`,
      parameters,
    ),
  ])
  const total = counted.rows[0]?.total ?? 0
  return { entries, total: Math.min(total, MOST_COUNTED_EVENTS), more: total > MOST_COUNTED_EVENTS }
}

/** Jobs that are older belong to code that is gone. Hours. */
const OLDEST_WAITING_HOURS = 24

/**
 * Counts consumers of events and other jobs that are due for too long and that no process has begun.
 * @param names of the other jobs
 * @param milliseconds after the time when they were due
 */
export async function countOverdue(
  pool: Pool,
  names: readonly string[],
  milliseconds: number,
): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from (
       select from ${from}
       where jobs.is_available and (tasks.identifier like '%/%' or tasks.identifier = any($1))
         and jobs.run_at < now() - make_interval(secs => $2)
         and jobs.run_at > now() - make_interval(hours => ${OLDEST_WAITING_HOURS})
       limit ${MOST_COUNTED_EVENTS}
     ) as counted`,
    [names, milliseconds / 1_000],
  )
  return rows[0]?.count ?? 0
}

/** Returns a queued job with its payload and whole error; undefined if it is done or discarded. */
export async function findEntry(
  pool: Pool,
  id: string,
): Promise<(QueueEntry & { payload: unknown }) | undefined> {
  const { rows } = await pool.query<QueueEntry & { payload: unknown }>(
    `select ${columns}, jobs.last_error as error, jobs.payload from ${from} where jobs.id = $1::bigint`,
    [id],
  )
  return rows[0]
}

/**
 * Starts failed jobs again with all their attempts. Running jobs are not changed.
 * @returns how many were started
 */
export async function retryEntries(within: ClientBase, selection: QueueSelection): Promise<number> {
  // The engine's function does not clear the error, so the job would count as failed until it is done.
  const { rows } = await within.query<{ retried: number }>(
    `with chosen as (
       select jobs.id from ${from}
       where ${selected} and jobs.locked_at is null and jobs.last_error is not null
       for update of jobs skip locked
     ), retried as (
       update graphile_worker._private_jobs as jobs
       set attempts = 0, last_error = null, run_at = now(), updated_at = now()
       from chosen where jobs.id = chosen.id
       returning jobs.id
     )
     select count(*)::integer as retried from retried`,
    parametersOf(selection),
  )
  const retried = rows[0]?.retried ?? 0
  // Idle workers look for jobs when the engine announces that some were added.
  if (retried > 0)
    await within.query(`select pg_notify('jobs:insert', $1)`, [JSON.stringify({ count: retried })])
  return retried
}

/**
 * Removes jobs from the queue. Running jobs are not removed.
 * @returns how many were removed
 */
export async function discardEntries(within: ClientBase, selection: QueueSelection): Promise<number> {
  const { rows } = await within.query<{ discarded: number }>(
    `select count(*)::integer as discarded from graphile_worker.complete_jobs(array(
       select jobs.id from ${from} where ${selected} and jobs.locked_at is null
     ))`,
    parametersOf(selection),
  )
  return rows[0]?.discarded ?? 0
}
