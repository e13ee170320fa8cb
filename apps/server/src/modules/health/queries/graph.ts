import { type CheckGraph, timeRanges } from '@binnacle/contract/health'
import { parseDuration } from '@binnacle/contract/text'
import { hostname } from 'node:os'
import type { Pool } from 'pg'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { RequestError } from '../../../platform/errors.ts'
import { resolutionFor, type Rollup, type Stretch, stretchesOf } from '../results/rollups.ts'
import { rolledSql, sumsSql } from './figures.ts'
import { rangeStart } from './history.ts'

/** The request of a chart. `count` is accepted and ignored, because other clients send it. */
export const graphQuery = z.object({
  check: z.uuid('must be the id of a check'),
  start: z.string().optional(),
  since: z.string().optional(),
  end: z.string().optional(),
  until: z.string().optional(),
  count: z.string().optional(),
})
export type GraphQuery = z.output<typeof graphQuery>

/** Parses an instant: ISO 8601, a range key, or a duration before `now`. */
function parseInstant(text: string, field: string, now: Date): Date {
  const duration = parseDuration(text)
  if (Object.hasOwn(timeRanges, text)) return rangeStart(text, now)
  if (duration.ok) return new Date(now.getTime() - duration.value)
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime()))
    throw new RequestError('EINVALID', `${field}: "${text}" is neither a time nor a range such as 1h`)
  return instant
}

/** Start and exclusive end of stretches. */
function endsOf(stretches: readonly Stretch[]): { from: Date; to: Date } {
  return {
    from: new Date(Math.min(...stretches.map((stretch) => stretch.from.getTime()))),
    to: new Date(Math.max(...stretches.map((stretch) => stretch.to.getTime()))),
  }
}

/** What a chart shows: results of a check between two instants, in buckets. */
interface Shown {
  checkId: string
  from: Date
  to: Date
  /** An interval of PostgreSQL. */
  width: string
}

const fromRaw = ({ checkId, from, to, width }: Shown) => sql`
  with points as (
    select date_bin(${width}::interval, time, 'epoch') as bucket,
      count(*) filter (where state = 'healthy') as passed,
      count(*) filter (where state = 'unhealthy') as failed,
      count(*) filter (where state = 'unknown') as unknown,
      avg(duration) filter (where state <> 'unknown') as mean,
      percentile_cont(array[0.5, 0.95, 0.99]) within group (order by duration) filter (where state <> 'unknown') as marks
    from core.check_statuses where check_id = ${checkId} and time > ${from} and time <= ${to}
    group by bucket
  ),
  whole as (
    select count(*) filter (where state = 'healthy') as passed,
      count(*) filter (where state = 'unhealthy') as failed,
      avg(duration) as mean,
      percentile_disc(array[0.5, 0.95, 0.97, 0.99]) within group (order by duration) as marks
    from core.check_statuses where check_id = ${checkId} and time > ${from} and time <= ${to} and state <> 'unknown'
  )`

function percentilesSql(shares: readonly number[]): Sql {
  const percentiles = shares.map((share) => sql`derived.percentile(histogram, ran, ${share})`)
  return sql`array[${join(percentiles, ', ')}]`
}

/**
 * Reads the points from a rollup and the figures of the range from the rows that the list uses. Both cover the same
 * stretches, so that the points add up to the figures.
 */
const fromRollups = (
  { checkId, from, to, width }: Shown,
  { table }: Rollup,
  stretches: readonly Stretch[],
) => sql`
  with gathered as (
    select date_bin(${width}::interval, bucket, 'epoch') as bucket, ${sumsSql}
    from ${raw(table)} where check_id = ${checkId} and bucket >= ${from} and bucket < ${to}
    group by 1
  ),
  points as (
    select bucket, passed, failed, unknown, mean, ${percentilesSql([0.5, 0.95, 0.99])} as marks from gathered
  ),
  added as (select ${sumsSql} from (${rolledSql(stretches, sql`check_id = ${checkId}`)}) as rolled),
  whole as (
    select passed, failed, mean, ${percentilesSql([0.5, 0.95, 0.97, 0.99])} as marks from added
  )`

const shape = sql`
  select json_build_object(
    'status', coalesce((
      select json_agg(json_build_object(
        'time', bucket, 'status', failed = 0 and unknown = 0, 'duration', coalesce(round(mean::numeric, 2), 0),
        'passed', passed, 'failed', failed, 'unknown', unknown,
        'p50', round(marks[1]::numeric, 2), 'p95', round(marks[2]::numeric, 2), 'p99', round(marks[3]::numeric, 2)
      ) order by bucket) from points
    ), '[]'),
    'latency', (
      select json_build_object(
        'rolling1h', round(mean::numeric, 2),
        'p50', round(marks[1]::numeric, 2), 'p95', round(marks[2]::numeric, 2),
        'p97', round(marks[3]::numeric, 2), 'p99', round(marks[4]::numeric, 2)
      ) from whole
    ),
    'uptime', (
      select json_build_object('passed', coalesce(passed, 0), 'failed', coalesce(failed, 0)) from whole
    )
  ) as graph`

/** The points of the chart of a check: results in buckets, whose width depends on the range. */
export async function checkGraph(pool: Pool, query: GraphQuery, now: Date): Promise<CheckGraph> {
  const started = performance.now()
  const to = parseInstant(query.end ?? query.until ?? '0s', 'end', now)
  const from = parseInstant(query.start ?? query.since ?? '1h', 'start', now)
  if (from >= to) throw new RequestError('EINVALID', 'start: the range ends before it begins')
  const { width, rollup } = resolutionFor({ from, to }, now)
  const stretches = stretchesOf({ from, to }, now)
  const ends = rollup === undefined ? { from, to } : endsOf(stretches)
  const shown = { checkId: query.check, ...ends, width: `${width} milliseconds` }
  const points = rollup === undefined ? fromRaw(shown) : fromRollups(shown, rollup, stretches)
  const { rows } = await pool.query<{ graph: Pick<CheckGraph, 'status' | 'latency' | 'uptime'> }>(
    sql`${points}${shape}`,
  )
  const graph = rows[0]?.graph
  if (graph === undefined) throw new RequestError('EINTERNAL', 'the chart could not be read')
  return { ...graph, duration: Math.round(performance.now() - started), runnerName: hostname() }
}
