import type { CheckFigures } from '@binnacle/contract'
import { RequestError } from '../../../platform/errors.ts'
import { type Stretch, stretchesOf } from '../results/rollups.ts'
import { rangeStart } from './history.ts'
import type { Parameters } from './scope.ts'

/** The stretches that the uptime and latency of a list are of. */
export function stretchesOfList({ timeRange, from, to }: CheckFigures, now: Date): Stretch[] {
  const end = to === undefined ? now : new Date(to)
  const start = from === undefined ? rangeStart(timeRange, end) : new Date(from)
  if (start >= end) throw new RequestError('EINVALID', 'from: the range ends before it begins')
  return stretchesOf({ from: start, to: end }, now)
}

/**
 * Rows of the rollups in some stretches, as SQL.
 * @param condition which checks, as SQL about check_id
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

/** What rows of rollups add up to: results by state, how many have a duration, and their mean in milliseconds. */
const plainSums = `
  sum(passed)::bigint as passed, sum(failed)::bigint as failed, sum(unknown)::bigint as unknown,
  sum(passed + failed)::bigint as ran, sum(duration_sum) as duration,
  sum(duration_sum) / nullif(sum(passed + failed), 0) as mean`

/** The same, with the histogram that percentiles are read from. */
export const sumsSql = `${plainSums}, sum(histogram) as histogram`

/** What figures are added up from. */
interface FigureParts {
  stretches: readonly Stretch[]
  parameters: Parameters
}

/** What ran of each of a few checks, found by their ids in `few`; see figuresSql. */
function ofEach(few: string, sums: string, { stretches, parameters }: FigureParts): string {
  return `
    select few.id as check_id, ran.* from (${few}) as few
    cross join lateral (
      select ${sums} from (${rolledSql(stretches, 'check_id = few.id', parameters)}) as rolled
    ) as ran`
}

/**
 * A common table expression with what ran of each check of a page, histograms included.
 * @param checks ids of the checks, as SQL
 */
export function figuresSql(name: string, checks: string, parts: FigureParts): string {
  return `${name} as (${ofEach(checks, sumsSql, parts)})`
}

/** From how many checks on, and from which part of all of them, rollups are read by their time and not check by check. */
const MANY = { checks: 200, part: 0.2 }

/**
 * Common table expressions, the last of which has what ran of each check of any number. How many there are is only
 * known when the statement runs, and the planner's guess is off by far: so both ways stand in it, and the number
 * decides which of them is gone.
 * @param checks ids of the checks, as SQL
 * @param histograms whether percentiles are wanted
 */
export function manyFiguresSql(
  name: string,
  checks: string,
  histograms: boolean,
  parts: FigureParts,
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
    select check_id, ${sums} from (${rolledSql(parts.stretches, many, parts.parameters)}) as rolled group by check_id
    union all
    ${ofEach(`select id from ${name}_of where not ${many}`, sums, parts)}
  )`
}
