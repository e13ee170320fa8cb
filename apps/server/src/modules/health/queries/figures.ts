import type { CheckFigures } from '@binnacle/contract/health'
import { RequestError } from '../../../platform/errors.ts'
import { type Stretch, stretchesOf } from '../results/rollups.ts'
import { rangeStart } from './history.ts'
import type { Parameters } from '../../../platform/database/parameters.ts'

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
export function rolledSql(stretches: readonly Stretch[], condition: string, parameters: Parameters): string {
  return stretches
    .map(
      ({ table, from, to }) => `
      select check_id, passed, failed, unknown, duration_sum, histogram from ${table}
      where ${condition} and bucket >= ${parameters.add(from)} and bucket < ${parameters.add(to)}`,
    )
    .join(' union all ')
}

/** Sums of rollups: results by state, results with a duration, and their mean in milliseconds. */
const plainSums = `
  sum(passed)::bigint as passed, sum(failed)::bigint as failed, sum(unknown)::bigint as unknown,
  sum(passed + failed)::bigint as ran, sum(duration_sum) as duration,
  sum(duration_sum) / nullif(sum(passed + failed), 0) as mean`

/** The same, with the histogram for percentiles. */
export const sumsSql = `${plainSums}, sum(histogram) as histogram`

/** What figures are added up from. */
interface FigureDependencies {
  stretches: readonly Stretch[]
  parameters: Parameters
}

/** Sums of each of a few checks, whose ids are in `few`; see figuresSql. */
function ofEach(few: string, sums: string, { stretches, parameters }: FigureDependencies): string {
  return `
    select few.id as check_id, ran.* from (${few}) as few
    cross join lateral (
      select ${sums} from (${rolledSql(stretches, 'check_id = few.id', parameters)}) as rolled
    ) as ran`
}

/**
 * A common table expression with the sums of each check of a page, including histograms.
 * @param checks SQL of the ids
 */
export function figuresSql(name: string, checks: string, dependencies: FigureDependencies): string {
  return `${name} as (${ofEach(checks, sumsSql, dependencies)})`
}

/** From this number of checks and this share of all checks on, rollups are read by time, not check by check. */
const MANY = { checks: 200, part: 0.2 }

/**
 * Common table expressions with the sums of any number of checks. The number is only known when the statement runs, and
 * the planner estimates it badly. So the statement contains both ways to read, and the number selects one of them.
 * @param checks SQL of the ids
 * @param histograms whether percentiles are needed
 */
export function manyFiguresSql(
  name: string,
  checks: string,
  histograms: boolean,
  dependencies: FigureDependencies,
): string {
  const sums = histograms ? sumsSql : plainSums
  const many = `(select many from ${name}_amount)`
  return `
  ${name}_of as materialized (${checks}),
  ${name}_amount as (
    select count(*) >= ${MANY.checks} and count(*) >= ${MANY.part} * (
      select reltuples from pg_class where oid = 'core.check_state'::regclass
    ) as many
    from ${name}_of
  ),
  ${name} as (
    select check_id, ${sums} from (${rolledSql(dependencies.stretches, many, dependencies.parameters)}) as rolled group by check_id
    union all
    ${ofEach(`select id from ${name}_of where not ${many}`, sums, dependencies)}
  )`
}
