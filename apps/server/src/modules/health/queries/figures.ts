import type { CheckFigures } from '@binnacle/contract/health'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { RequestError } from '../../../platform/errors.ts'
import { type Stretch, stretchesOf } from '../results/rollups.ts'
import { rangeStart } from './history.ts'

/** The stretches of the time range of a list. */
export function stretchesOfList({ timeRange, from, to }: CheckFigures, now: Date): Stretch[] {
  const end = to === undefined ? now : new Date(to)
  const start = from === undefined ? rangeStart(timeRange, end) : new Date(from)
  if (start >= end) throw new RequestError('EINVALID', 'from: the range ends before it begins')
  return stretchesOf({ from: start, to: end }, now)
}

/**
 * SQL that selects the rows of rollups in stretches.
 * @param condition SQL that selects checks by check_id
 */
export function rolledSql(stretches: readonly Stretch[], condition: Sql): Sql {
  const parts = stretches.map(
    ({ table, from, to }) => sql`
      select check_id, passed, failed, unknown, duration_sum, histogram from ${raw(table)}
      where ${condition} and bucket >= ${from} and bucket < ${to}`,
  )
  return join(parts, ' union all ')
}

/** Sums of rollups: results by state, results with a duration, and their mean in milliseconds. */
const plainSums = sql`
  sum(passed)::bigint as passed, sum(failed)::bigint as failed, sum(unknown)::bigint as unknown,
  sum(passed + failed)::bigint as ran, sum(duration_sum) as duration,
  sum(duration_sum) / nullif(sum(passed + failed), 0) as mean`

/** The same, with the histogram for percentiles. */
export const sumsSql = sql`${plainSums}, sum(histogram) as histogram`

/** Sums of each of a few checks, whose ids are in `few`; see figuresSql. */
function ofEach(few: Sql, sums: Sql, stretches: readonly Stretch[]): Sql {
  return sql`
    select few.id as check_id, ran.* from (${few}) as few
    cross join lateral (
      select ${sums} from (${rolledSql(stretches, sql`check_id = few.id`)}) as rolled
    ) as ran`
}

/**
 * The common table expression `figures` with the sums of each check of a page, including histograms.
 * @param checks SQL of the ids
 */
export function figuresSql(checks: Sql, stretches: readonly Stretch[]): Sql {
  return sql`figures as (${ofEach(checks, sumsSql, stretches)})`
}

/** From this number of checks and this share of all checks on, rollups are read by time, not check by check. */
const MANY = { checks: 200, part: 0.2 }

/**
 * Common table expressions, of which `recent` has the sums of any number of checks. The number is only known when the
 * statement runs, and the planner estimates it badly. So the statement contains both ways to read, and the number selects
 * one of them.
 * @param checks SQL of the ids
 * @param histograms whether percentiles are needed
 */
export function recentFiguresSql(checks: Sql, histograms: boolean, stretches: readonly Stretch[]): Sql {
  const sums = histograms ? sumsSql : plainSums
  const many = sql`(select many from recent_amount)`
  return sql`
  recent_of as materialized (${checks}),
  recent_amount as (
    select count(*) >= ${MANY.checks} and count(*) >= ${MANY.part}::float8 * (
      select reltuples from pg_class where oid = 'core.check_state'::regclass
    ) as many
    from recent_of
  ),
  recent as (
    select check_id, ${sums} from (${rolledSql(stretches, many)}) as rolled group by check_id
    union all
    ${ofEach(sql`select id from recent_of where not ${many}`, sums, stretches)}
  )`
}
