// Queued and failed jobs of the job engine, for people to look at and to act on.
import {
  MOST_COUNTED_EVENTS,
  queuedEventFields,
  type QueueSelection,
  type QueueState,
} from '@binnacle/contract/events'
import { conditionSql, type SqlField, sortSql } from '@binnacle/query'
import type { ClientBase, Pool } from 'pg'
import sql, { join, type Sql } from 'sql-template-tag'
import { allOf } from '../database/all-of.ts'
import { containing } from '../database/pattern.ts'
import { readQuery } from '../database/query.ts'
import type { Job } from './define.ts'

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

const state = sql`
  case
    when jobs.locked_at is not null then 'running'
    when jobs.attempts >= jobs.max_attempts then 'dead'
    when jobs.last_error is not null then 'retrying'
    else 'waiting'
  end`

// The engine does not store when an attempt failed. It postpones the next attempt from that time by a pause that
// depends on the number of attempts.
const lastFailure = sql`
  case when jobs.last_error is not null then greatest(
    jobs.created_at,
    jobs.run_at
      - exp(least(jobs.attempts - (jobs.locked_at is not null)::integer, 10)) * interval '1 second'
  ) end`

const consumer = sql`nullif(substr(tasks.identifier, length(split_part(tasks.identifier, '/', 1)) + 2), '')`

const columns = sql`
  jobs.id::text as id, split_part(tasks.identifier, '/', 1) as name,
  ${consumer} as consumer,
  ${state} as state, jobs.attempts::integer as attempts, jobs.max_attempts::integer as most_attempts,
  jobs.created_at,
  case when jobs.locked_at is null and jobs.attempts < jobs.max_attempts then jobs.run_at end as next_attempt,
  ${lastFailure} as last_failure`

const from = sql`graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id`

/** Where the fields of queries are. */
const sqlOf: Readonly<Record<(typeof queuedEventFields)[number]['name'], Sql>> = {
  state,
  consumer,
  error: sql`jobs.last_error`,
  attempts: sql`jobs.attempts`,
  created: sql`jobs.created_at`,
  failed: lastFailure,
}
const fields: readonly SqlField[] = queuedEventFields.map((field) => ({ ...field, sql: sqlOf[field.name] }))

/** SQL of what a selection chooses. */
interface SelectionSql {
  where: Sql
  /** What a query sorts by, before the id. */
  order: readonly Sql[]
  limit: number | undefined
}

/** SQL that finds a text in the error or the name of the consumer. */
function wordSql(word: string): Sql {
  const pattern = containing(word)
  if (pattern === undefined) return sql`true`
  return sql`coalesce(jobs.last_error ilike ${pattern}, false) or tasks.identifier ilike ${pattern}`
}

/** @throws RequestError with the position of a problem in the query */
function selectedBy({ name, id, state: wanted, query = '' }: QueueSelection): SelectionSql {
  const search = readQuery(query, fields)
  return {
    where: allOf([
      sql`jobs.task_id in (
        select id from graphile_worker._private_tasks where split_part(identifier, '/', 1) = ${name}
      )`,
      ...(id === undefined ? [] : [sql`jobs.id = ${id}::bigint`]),
      ...(wanted === undefined ? [] : [sql`${state} = ${wanted}`]),
      ...(search.condition === undefined ? [] : [conditionSql(search.condition, wordSql)]),
    ]),
    order: search.sort.map(
      (key) => sql`${sortSql(key)} ${key.isDescending ? sql`desc` : sql`asc`} nulls last`,
    ),
    limit: search.limit,
  }
}

/** SQL of what a selection chooses, as far as a list of it goes. */
function listedBy(selection: QueueSelection): Sql {
  const { where, order, limit } = selectedBy(selection)
  if (limit === undefined) return where
  return sql`jobs.id in (
    select jobs.id from ${from} where ${where} order by ${join([...order, sql`jobs.id desc`], ', ')} limit ${limit}
  )`
}

/**
 * Lists jobs in the queue, the newest first.
 * @returns the jobs and their total number; `more` if counting stopped before the end
 */
export async function listEntries(
  pool: Pool,
  wanted: QueueSelection & { pageIndex: number; pageSize: number; oldestFirst: boolean },
): Promise<{ entries: QueueEntry[]; total: number; more: boolean }> {
  const { where, order, limit = Infinity } = selectedBy(wanted)
  const most = Math.min(MOST_COUNTED_EVENTS + 1, limit)
  const first = wanted.pageIndex * wanted.pageSize
  const sorted = join([...order, sql`jobs.id ${wanted.oldestFirst ? sql`asc` : sql`desc`}`], ', ')
  const [{ rows: entries }, counted] = await Promise.all([
    pool.query<QueueEntry>(
      // Find the ids first: otherwise the columns of all rows before the page are computed too.
      sql`
        select ${columns}, left(jobs.last_error, ${ERROR_LENGTH}) as error
        from ${from}
        where jobs.id in (
          select jobs.id from ${from} where ${where} order by ${sorted}
          limit ${Math.max(0, Math.min(wanted.pageSize, limit - first))} offset ${first}
        )
        order by ${sorted}`,
    ),
    pool.query<{ total: number }>(sql`
      select count(*)::integer as total from (
        select from ${from} where ${where} limit ${most}
      ) as counted`),
  ])
  const total = counted.rows[0]?.total ?? 0
  return { entries, total: Math.min(total, MOST_COUNTED_EVENTS), more: total > MOST_COUNTED_EVENTS }
}

/**
 * Counts jobs that are due for too long and that no process has begun, and jobs that a process claimed for longer than one may
 * run.
 * @param jobs the jobs that are counted
 * @param milliseconds after the time when they were due, or when they had to be done
 */
export async function countOverdue(
  pool: Pool,
  jobs: readonly Pick<Job, 'name' | 'timeLimit'>[],
  milliseconds: number,
): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(sql`
    select count(*)::integer as count from (
      select from json_to_recordset(${JSON.stringify(jobs.map(({ name, timeLimit }) => ({ name, limit: timeLimit })))}::json)
        as given (name text, "limit" double precision)
      join graphile_worker._private_tasks as tasks on tasks.identifier = given.name
      join graphile_worker._private_jobs as jobs on jobs.task_id = tasks.id
      where case when jobs.locked_at is null
        then jobs.is_available and jobs.run_at < now() - make_interval(secs => ${milliseconds / 1_000})
        else jobs.locked_at < now() - make_interval(secs => (given."limit" + ${milliseconds}) / 1000)
      end
      limit ${MOST_COUNTED_EVENTS}
    ) as counted`)
  return rows[0]?.count ?? 0
}

/** Returns a queued job with its payload and whole error; undefined if it is done or discarded. */
export async function findEntry(
  pool: Pool,
  id: string,
): Promise<(QueueEntry & { payload: unknown }) | undefined> {
  const { rows } = await pool.query<QueueEntry & { payload: unknown }>(
    sql`select ${columns}, jobs.last_error as error, jobs.payload from ${from} where jobs.id = ${id}::bigint`,
  )
  return rows[0]
}

/**
 * Starts failed jobs again with all their attempts. Running jobs are not changed.
 * @returns how many were started
 */
export async function retryEntries(within: ClientBase, selection: QueueSelection): Promise<number> {
  // The engine's function does not clear the error, so the job would count as failed until it is done.
  const { rows } = await within.query<{ retried: number }>(sql`
    with chosen as (
      select jobs.id from ${from}
      where ${listedBy(selection)} and jobs.locked_at is null and jobs.last_error is not null
      for update of jobs skip locked
    ), retried as (
      update graphile_worker._private_jobs as jobs
      set attempts = 0, last_error = null, run_at = now(), updated_at = now()
      from chosen where jobs.id = chosen.id
      returning jobs.id
    )
    select count(*)::integer as retried from retried`)
  const retried = rows[0]?.retried ?? 0
  // Idle workers look for jobs when the engine announces that some were added.
  if (retried > 0)
    await within.query(sql`select pg_notify('jobs:insert', ${JSON.stringify({ count: retried })})`)
  return retried
}

/**
 * Removes jobs from the queue. Running jobs are not removed.
 * @returns how many were removed
 */
export async function discardEntries(within: ClientBase, selection: QueueSelection): Promise<number> {
  const { rows } = await within.query<{ discarded: number }>(sql`
    select count(*)::integer as discarded from graphile_worker.complete_jobs(array(
      select jobs.id from ${from} where ${listedBy(selection)} and jobs.locked_at is null
    ))`)
  return rows[0]?.discarded ?? 0
}
