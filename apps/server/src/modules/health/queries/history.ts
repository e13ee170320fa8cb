import { checkStates, type CheckStatusList, timeRanges } from '@binnacle/contract/health'
import type { Pool } from 'pg'
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { ARTIFACT_FIELDS } from '../artifacts/routes.ts'

const instant = z.iso.datetime({ offset: true })

/** The request of a page of the history of a check. */
export const historyQuery = z.object({
  timeRange: z.enum(Object.keys(timeRanges)).default('1h'),
  from: instant.optional(),
  to: instant.optional(),
  status: z.enum(checkStates).optional(),
  /** Shortest duration of the runs in milliseconds. */
  duration: z.coerce.number().min(0).optional(),
  pageIndex: z.coerce.number().int().min(0).max(10_000).default(0),
  pageSize: z.coerce.number().int().min(1).max(1_000).default(50),
})
export type HistoryQuery = z.output<typeof historyQuery>

/** Most counted rows: nobody pages further, and counting more would cost more than the page. */
const MOST_COUNTED = 10_000

/** Results of a check between two instants. */
interface HistoryRange {
  checkId: string
  from: Date
  to: Date
}

function historySql({ checkId, from, to }: HistoryRange, query: HistoryQuery): Sql {
  const { status, duration, pageIndex, pageSize } = query
  // Used twice in the statement. As one named query, PostgreSQL would read all of it before the first row of the page.
  const wanted = sql`
  core.check_statuses
  where check_id = ${checkId} and time > ${from} and time <= ${to}
    ${status === undefined ? empty : sql`and state = ${status}::core.health_state`}
    ${duration === undefined ? empty : sql`and duration >= ${duration}::real`}`
  return sql`
  select json_build_object(
    'data', coalesce((
      select json_agg(with_artifacts) from (
        select page.*, (
          select coalesce(json_agg(listed), '[]') from (
            select ${raw(ARTIFACT_FIELDS)} from core.artifacts
            where check_id = ${checkId} and check_time = page.time order by path, id
          ) as listed
        ) as artifacts
        from (
          select time, case state when 'healthy' then true when 'unhealthy' then false end as status, state,
            duration, message, error, details
          from ${wanted} order by time desc limit ${pageSize} offset ${pageIndex * pageSize}
        ) as page order by page.time desc
      ) as with_artifacts
    ), '[]'),
    'totalEntries', (select count(*) from (select from ${wanted} limit ${MOST_COUNTED}) as counted)
  ) as history`
}

/** The start of a named range such as 1h. */
export function rangeStart(key: string, end: Date): Date {
  const length = new Map<string, number>(Object.entries(timeRanges)).get(key) ?? timeRanges['1h']
  return new Date(end.getTime() - length)
}

/** A page of a check's results, newest first. */
export async function checkHistory(
  pool: Pool,
  checkId: string,
  query: HistoryQuery,
  now: Date,
): Promise<CheckStatusList> {
  const to = query.to === undefined ? now : new Date(query.to)
  const from = query.from === undefined ? rangeStart(query.timeRange, to) : new Date(query.from)
  const { rows } = await pool.query<{ history: Pick<CheckStatusList, 'data' | 'totalEntries'> }>(
    historySql({ checkId, from, to }, query),
  )
  const history = rows[0]?.history ?? { data: [], totalEntries: 0 }
  return { ...history, exact: history.totalEntries < MOST_COUNTED, error: null }
}
