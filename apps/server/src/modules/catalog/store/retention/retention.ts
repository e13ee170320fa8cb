import { DAY } from '@binnacle/contract/core'
import { sql as fragment } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Columns } from '../../../../platform/database/columns.ts'
import type { DB } from '../../../../platform/database/tables.ts'
import { tablesOn } from '../../../../platform/database/tables-on.ts'
import type { JobOutcome, RunLog } from '../../../../platform/jobs/index.ts'
import { purging } from './retention-purge.ts'
import { changeInsights, inTurns, inTurnsBetweenRuns, PAGE } from './retention-turns.ts'

/** Days. Source: reference, retention of the catalog. */
const CLOSE_INSIGHTS_AFTER = 7
const DELETE_INSIGHTS_AFTER = 60
const PURGE_ITEMS_AFTER = 7
/** Days that runs, names of changes, dropped changes and versions are kept: as long as changes. */
const HISTORY_DAYS = 90
const RUNS_DAYS = 30
/** Days of costs, so that a month can be compared with the same one a year ago. */
const COSTS_DAYS = 400

/** Where a job says what it did. */
export type Lines = Pick<RunLog, 'info'>

/** Insights that no run has shown since a time, at most a page of them. */
const oldInsights = (client: ClientBase, before: Date) =>
  tablesOn(client)
    .selectFrom('core.config_analysis')
    .select('id')
    .where('last_observed', '<', before)
    .limit(PAGE)

const closeInsights = (client: ClientBase, before: Date) =>
  tablesOn(client)
    .updateTable('core.config_analysis')
    .set({ status: 'closed' })
    .where(
      'id',
      'in',
      oldInsights(client, before).where('status', 'in', [fragment.lit('open'), fragment.lit('resolved')]),
    )
    .returning('config_id')
    .execute()

const deleteInsights = (client: ClientBase, before: Date) =>
  tablesOn(client)
    .deleteFrom('core.config_analysis')
    .where('id', 'in', oldInsights(client, before))
    .returning('config_id')
    .execute()

const purgeable = (before: Date): Sql => sql`
  items.deleted_at < ${before} and not items.manual
  and not exists (
    select from core.config_component_relationships as used where used.config_id = items.id and used.deleted_at is null
  )`
const purgeItems = (scraperId: string | null, before: Date): Sql =>
  purging(sql`
    select items.id from core.config_items as items
    where ${purgeable(before)} and items.scraper_id is not distinct from ${scraperId}
    order by items.deleted_at limit ${PAGE}`)

/** Removes items that were deleted before a time. Those of a scraper that runs stay until the next time. */
async function purgeDeleted(pool: Pool, before: Date): Promise<{ purged: number; busy: number }> {
  const { rows } = await pool.query<Columns<'core.config_items', 'scraper_id'>>(
    sql`select distinct scraper_id from core.config_items as items where ${purgeable(before)}`,
  )
  let [purged, busy] = [0, 0]
  for (const { scraper_id: id } of rows) {
    // No run keeps items that have no scraper, so the lock of an empty id is always free.
    const turns = await inTurnsBetweenRuns(pool, id ?? '', async (client) => {
      const { rowCount } = await client.query(purgeItems(id, before))
      return rowCount
    })
    purged += turns.count
    if (turns.busy) busy += 1
  }
  return { purged, busy }
}

/** Deletes a page of the rows of a table that fulfil a condition. */
function deleteOld(table: keyof DB, key: string, condition: Sql): Sql {
  const [from, columns] = [raw(table), raw(key)]
  return sql`
    delete from ${from} where (${columns}) in (select ${columns} from ${from} where ${condition} limit ${PAGE})`
}

/** Forgets what is past its time, except changes, which go with their partitions. */
export async function forgetOld(pool: Pool, now: Date, log?: Lines): Promise<JobOutcome> {
  const before = (days: number) => new Date(now.getTime() - days * DAY)
  const closed = await changeInsights(pool, (client) => closeInsights(client, before(CLOSE_INSIGHTS_AFTER)))
  log?.info(`Closed ${closed} insights that no run has shown for ${CLOSE_INSIGHTS_AFTER} days`)
  const deleted = await changeInsights(pool, (client) =>
    deleteInsights(client, before(DELETE_INSIGHTS_AFTER)),
  )
  log?.info(`Removed ${deleted} insights that no run has shown for ${DELETE_INSIGHTS_AFTER} days`)
  const { purged, busy } = await purgeDeleted(pool, before(PURGE_ITEMS_AFTER))
  log?.info(`Removed ${purged} items that were deleted more than ${PURGE_ITEMS_AFTER} days ago`)
  if (busy > 0) log?.info(`Left the deleted items of ${busy} scrapers that are running to the next time`)
  const limit = before(HISTORY_DAYS)
  const others = [
    deleteOld('core.config_change_keys', 'config_id, external_change_id', sql`seen_at < ${limit}`),
    deleteOld(
      'core.config_change_drops',
      'scraper_id, day, reason, change_type, because',
      sql`last_at < ${limit}`,
    ),
    deleteOld('core.config_versions', 'config_id, version', sql`until < ${limit}`),
    deleteOld('core.config_change_daily', 'config_id, day', sql`day < ${limit}`),
    deleteOld('core.config_item_expired', 'config_id', sql`shown_at < ${limit}`),
    deleteOld(
      'core.scrape_runs',
      'id',
      sql`started_at < ${before(RUNS_DAYS)} and not exists (
        select from core.scrape_held_deletions as held where held.run_id = scrape_runs.id
      )`,
    ),
    deleteOld('core.config_costs_daily', 'config_id, day, currency, bill', sql`day < ${before(COSTS_DAYS)}`),
  ]
  let history = 0
  for (const statement of others) history += await inTurns(pool, statement)
  log?.info(`Removed ${history} rows of the history`)
  return {
    success: closed + deleted + purged + history,
    errors: [],
    details: { summary: { closed, deleted, purged, history } },
  }
}

// Of items that had changes on a day that has just left one of the windows. Those that a run writes are left to the next
// time, of which each day has several, so that neither waits for the other.
const recount = (today: Sql): Sql => sql`
  with due as (
    select stats.config_id, counted.week, counted.month
    from (
      select daily.config_id, coalesce(sum(daily.count) filter (where daily.day > ${today} - 7), 0)::int as week,
        coalesce(sum(daily.count) filter (where daily.day > ${today} - 30), 0)::int as month
      from core.config_change_daily as daily
      where daily.config_id in (
        select config_id from core.config_change_daily
        where day between ${today} - 9 and ${today} - 7 or day between ${today} - 32 and ${today} - 30
      )
      group by daily.config_id
    ) as counted
    join core.config_item_stats as stats on stats.config_id = counted.config_id
    where (stats.changes_7d, stats.changes_30d) is distinct from (counted.week, counted.month)
    limit ${PAGE}
  ),
  free as (
    select items.id from core.config_items as items where items.id in (select config_id from due)
    order by items.id for no key update skip locked
  )
  update core.config_item_stats as stats set changes_7d = due.week, changes_30d = due.month
  from due join free on free.id = due.config_id where stats.config_id = due.config_id`

/** Counts the changes of the last days again, as days leave the windows. */
export function countRecentChanges(pool: Pool, now: Date): Promise<number> {
  return inTurns(pool, recount(sql`${now.toISOString().slice(0, 10)}::date`))
}
