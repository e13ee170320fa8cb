import { type CheckGraph, parseDuration, timeRanges } from '@binnacle/contract'
import { hostname } from 'node:os'
import type { Pool } from 'pg'
import { z } from 'zod'
import { RequestError } from '../../../platform/http/errors.ts'
import { healthPartitions } from '../partitions.ts'
import { rangeStart } from './history.ts'

/** What clients send to get a chart; `count` is accepted and of no consequence, as in the service they know. */
export const graphQuery = z.object({
  check: z.uuid('must be the id of a check'),
  start: z.string().optional(),
  since: z.string().optional(),
  end: z.string().optional(),
  until: z.string().optional(),
  count: z.string().optional(),
})
export type GraphQuery = z.output<typeof graphQuery>

const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 86_400_000
/** More points than a chart has pixels are of no use. */
const MOST_POINTS = 1_000

interface Resolution {
  /** Milliseconds of one point. */
  width: number
  source: (typeof healthPartitions)[number]['table']
}

const resolutions: readonly (Resolution & { upTo: number })[] = [
  { upTo: 2 * HOUR, width: MINUTE, source: 'core.check_statuses' },
  { upTo: DAY, width: 15 * MINUTE, source: 'core.check_rollups_5m' },
  { upTo: 7 * DAY, width: HOUR, source: 'core.check_rollups_1h' },
  { upTo: 4 * HOUR * MOST_POINTS, width: 4 * HOUR, source: 'core.check_rollups_1h' },
  { upTo: DAY * MOST_POINTS, width: DAY, source: 'core.check_rollups_1d' },
]

const widest: Resolution = { width: 7 * DAY, source: 'core.check_rollups_1d' }

const keptDays: ReadonlyMap<string, number> = new Map(
  healthPartitions.map(({ table, keepDays }) => [table, keepDays]),
)

/** Width of a point and where it is read from: what is coarser lasts longer, and nothing outlasts the widest. */
function resolutionFor(from: Date, to: Date, now: Date): Resolution {
  const range = to.getTime() - from.getTime()
  const age = now.getTime() - from.getTime()
  const isKept = (source: string) => source === widest.source || age <= DAY * (keptDays.get(source) ?? 0)
  return resolutions.find(({ upTo, source }) => range <= upTo && isKept(source)) ?? widest
}

/** An instant as clients write it: ISO 8601, a range key or a duration back from `now`. */
function parseInstant(text: string, field: string, now: Date): Date {
  const duration = parseDuration(text)
  if (Object.hasOwn(timeRanges, text)) return rangeStart(text, now)
  if (duration.ok) return new Date(now.getTime() - duration.value)
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime()))
    throw new RequestError('EINVALID', `${field}: "${text}" is neither a time nor a range such as 1h`)
  return instant
}

const fromRaw = `
  with points as (
    select date_bin($4::interval, time, 'epoch') as bucket,
      count(*) filter (where state = 'healthy') as passed,
      count(*) filter (where state = 'unhealthy') as failed,
      count(*) filter (where state = 'unknown') as unknown,
      avg(duration) filter (where state <> 'unknown') as mean,
      percentile_cont(array[0.5, 0.95, 0.99]) within group (order by duration) filter (where state <> 'unknown') as marks
    from core.check_statuses where check_id = $1 and time > $2 and time <= $3
    group by bucket
  ),
  whole as (
    select avg(duration) as mean,
      percentile_disc(array[0.5, 0.95, 0.97, 0.99]) within group (order by duration) as marks
    from core.check_statuses where check_id = $1 and time > $2 and time <= $3 and state <> 'unknown'
  )`

/** Percentiles of histograms, for each bucket and for the whole range (where bucket is null). */
const fromRollups = (source: string) => `
  with rollups as (
    select *, date_bin($4::interval, bucket, 'epoch') as point from ${source}
    where check_id = $1 and bucket > $2::timestamptz - $4::interval and bucket <= $3
  ),
  bins as (
    select point, bin, sum(histogram[bin]) as amount
    from rollups, generate_subscripts(histogram, 1) as bin where histogram[bin] > 0
    group by grouping sets ((point, bin), (bin))
  ),
  ranked as (
    select point, (1.1::numeric ^ bin)::double precision as milliseconds,
      sum(amount) over (partition by point order by bin) / sum(amount) over (partition by point) as share
    from bins
  ),
  marks as (
    select point,
      min(milliseconds) filter (where share >= 0.5) as p50,
      min(milliseconds) filter (where share >= 0.95) as p95,
      min(milliseconds) filter (where share >= 0.97) as p97,
      min(milliseconds) filter (where share >= 0.99) as p99
    from ranked group by point
  ),
  sums as (
    select point as bucket, sum(passed) as passed, sum(failed) as failed, sum(unknown) as unknown,
      sum(duration_sum) / nullif(sum(passed + failed), 0) as mean
    from rollups group by point
  ),
  points as (
    select sums.*, array[p50, p95, p99] as marks from sums left join marks on marks.point = sums.bucket
  ),
  whole as (
    select (select sum(duration_sum) / nullif(sum(passed + failed), 0) from rollups) as mean,
      (select array[p50, p95, p97, p99] from marks where point is null) as marks
  )`

const shape = `
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
    'uptime', json_build_object(
      'passed', coalesce((select sum(passed) from points), 0),
      'failed', coalesce((select sum(failed) from points), 0)
    )
  ) as graph`

/** The points of a check's chart: results gathered into buckets whose width follows the range. */
export async function checkGraph(pool: Pool, query: GraphQuery, now: Date): Promise<CheckGraph> {
  const started = performance.now()
  const to = parseInstant(query.end ?? query.until ?? '0s', 'end', now)
  const from = parseInstant(query.start ?? query.since ?? '1h', 'start', now)
  if (from >= to) throw new RequestError('EINVALID', 'start: the range ends before it begins')
  const { width, source } = resolutionFor(from, to, now)
  const points = source === 'core.check_statuses' ? fromRaw : fromRollups(source)
  const { rows } = await pool.query<{ graph: Pick<CheckGraph, 'status' | 'latency' | 'uptime'> }>(
    points + shape,
    [query.check, from, to, `${width} milliseconds`],
  )
  const graph = rows[0]?.graph
  if (graph === undefined) throw new RequestError('EINTERNAL', 'the chart could not be read')
  return { ...graph, duration: Math.round(performance.now() - started), runnerName: hostname() }
}
