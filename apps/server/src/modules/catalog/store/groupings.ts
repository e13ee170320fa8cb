import { DatabaseError, type Pool } from 'pg'
import type { Queryable } from '../../../platform/database/index.ts'

// A grouping of the summary is counted once somebody has asked for it, because an installation groups by few of its tags,
// and each grouping that is counted makes every write of an item a little slower. Like the counts by type, deltas are
// only inserted, so no transaction waits for another. `core.count_groupings` says how counting begins while items are written.

/** Most groupings that are counted. */
const MOST_GROUPINGS = 8

const forget = `
  delete from core.config_groupings where requested_at < now() - case state
    -- It may have fewer groups by now.
    when 'refused' then interval '1 day'
    -- A transaction that never ends kept it from being counted; or its database was restored elsewhere.
    when 'requested' then interval '1 day'
    else interval '30 days'
  end`

const makeRoom = `
  delete from core.config_groupings where id = (
    select id from core.config_groupings where requested_at < now() - interval '1 day'
    and (select count(*) from core.config_groupings) >= ${MOST_GROUPINGS}
    order by requested_at limit 1
  )`

const request = `
  insert into core.config_groupings (columns)
  select $1 where (select count(*) from core.config_groupings) < ${MOST_GROUPINGS}
  on conflict (columns) do nothing`

// Only a statement that sees a request can say which transactions may not have seen it.
const setHorizon = `
  update core.config_groupings set horizon = pg_snapshot_xmax(pg_current_snapshot())
  where state = 'requested' and horizon is null`

const refuseLargest = `
  update core.config_groupings set state = 'refused', requested_at = now()
  where id = (
    select grouping_id from core.config_grouping_deltas group by grouping_id order by count(*) desc limit 1
  )`

const QUERY_CANCELED = '57014'

/**
 * Requests that a grouping is counted from now on. Where as many are counted as may be, it takes the place of one that
 * nobody asked for today, if there is one.
 * @param columns `type`, `provider`, `status`, or `tag:` with the name of a tag
 */
export async function requestGrouping(pool: Pool, columns: readonly string[]): Promise<void> {
  await pool.query(makeRoom)
  await pool.query(request, [columns])
}

/**
 * Adds what transactions counted by groupings to their counts. The grouping with the most deltas is given up if that takes
 * longer than a statement may, so that deltas never pile up.
 */
export async function foldGroupings(database: Queryable): Promise<void> {
  try {
    await database.query('select core.fold_grouping_deltas()', [])
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== QUERY_CANCELED) throw error
    await database.query(refuseLargest, [])
  }
}

/** Counts the items of requested groupings, and forgets those that nobody asks for. */
export async function countGroupings(pool: Pool): Promise<void> {
  await pool.query(forget)
  await pool.query(setHorizon)
  await pool.query('select core.count_groupings()')
}
