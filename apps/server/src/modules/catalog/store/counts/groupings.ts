import { sql as fragment } from 'kysely'
import { DatabaseError, type Pool } from 'pg'
import sql from 'sql-template-tag'
import type { Queryable } from '../../../../platform/database/index.ts'
import { tablesOn } from '../../../../platform/database/tables-on.ts'

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
  const tables = tablesOn(pool)
  const counted = tables
    .selectFrom('core.config_groupings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
  const leastWanted = tables
    .selectFrom('core.config_groupings')
    .select('id')
    .where('requested_at', '<', fragment<Date>`now() - interval '1 day'`)
    .where(counted, '>=', MOST_GROUPINGS)
    .orderBy('requested_at')
    .limit(1)
  await tables.deleteFrom('core.config_groupings').where('id', '=', leastWanted).execute()
  await pool.query(sql`
    insert into core.config_groupings (columns)
    select ${columns} where (select count(*) from core.config_groupings) < ${MOST_GROUPINGS}
    on conflict (columns) do nothing`)
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
  // Only a statement that sees a request can say which transactions may not have seen it.
  await tablesOn(pool)
    .updateTable('core.config_groupings')
    .set({ horizon: fragment<string>`pg_snapshot_xmax(pg_current_snapshot())` })
    .where('state', '=', 'requested')
    .where('horizon', 'is', null)
    .execute()
  await pool.query('select core.count_groupings()')
}
