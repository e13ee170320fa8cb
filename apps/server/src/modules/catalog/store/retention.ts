import type { Pool } from 'pg'
import type { JobOutcome, RunLog } from '../../../platform/jobs/index.ts'
import { purging } from './leave-out.ts'
import { changeInsights, inTurns, inTurnsBetweenRuns, PAGE } from './retention-turns.ts'

const DAY = 86_400_000
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

const closeInsights = `
  update core.config_analysis set status = 'closed' where id in (
    select id from core.config_analysis where status in ('open', 'resolved') and last_observed < $1 limit $2
  ) returning config_id`
const deleteInsights = `
  delete from core.config_analysis where id in (
    select id from core.config_analysis where last_observed < $1 limit $2
  ) returning config_id`
const purgeable = `
  items.deleted_at < $1 and not items.manual
  and not exists (
    select from core.config_component_relationships as used where used.config_id = items.id and used.deleted_at is null
  )`
const findScrapersToPurge = `select distinct scraper_id from core.config_items as items where ${purgeable}`
const purgeItems = purging(
  `select items.id from core.config_items as items
    where ${purgeable} and items.scraper_id is not distinct from $3
    order by items.deleted_at limit $2`,
)

/** Removes items that were deleted before a time. Those of a scraper that runs stay until the next time. */
async function purgeDeleted(pool: Pool, before: Date): Promise<{ purged: number; busy: number }> {
  const { rows } = await pool.query<{ scraper_id: string | null }>(findScrapersToPurge, [before])
  let [purged, busy] = [0, 0]
  for (const { scraper_id: id } of rows) {
    // No run keeps items that have no scraper, so the lock of an empty id is always free.
    const turns = await inTurnsBetweenRuns(pool, id ?? '', async (client) => {
      const { rowCount } = await client.query(purgeItems, [before, PAGE, id])
      return rowCount
    })
    purged += turns.count
    if (turns.busy) busy += 1
  }
  return { purged, busy }
}

const old = (table: string, key: string, condition: string) =>
  `delete from ${table} where (${key}) in (select ${key} from ${table} where ${condition} limit $2)`

/** Forgets what is past its time, except changes, which go with their partitions. */
export async function forgetOld(pool: Pool, now: Date, log?: Lines): Promise<JobOutcome> {
  const before = (days: number) => new Date(now.getTime() - days * DAY)
  const closed = await changeInsights(pool, closeInsights, before(CLOSE_INSIGHTS_AFTER))
  log?.info(`Closed ${closed} insights that no run has shown for ${CLOSE_INSIGHTS_AFTER} days`)
  const deleted = await changeInsights(pool, deleteInsights, before(DELETE_INSIGHTS_AFTER))
  log?.info(`Removed ${deleted} insights that no run has shown for ${DELETE_INSIGHTS_AFTER} days`)
  const { purged, busy } = await purgeDeleted(pool, before(PURGE_ITEMS_AFTER))
  log?.info(`Removed ${purged} items that were deleted more than ${PURGE_ITEMS_AFTER} days ago`)
  if (busy > 0) log?.info(`Left the deleted items of ${busy} scrapers that are running to the next time`)
  const others = [
    old('core.config_change_keys', 'config_id, external_change_id', 'seen_at < $1'),
    old('core.config_change_drops', 'scraper_id, day, reason, change_type, because', 'last_at < $1'),
    old('core.config_versions', 'config_id, version', 'until < $1'),
    old('core.config_change_daily', 'config_id, day', 'day < $1'),
    old('core.config_item_expired', 'config_id', 'shown_at < $1'),
  ]
  let history = 0
  for (const statement of others) history += await inTurns(pool, statement, [before(HISTORY_DAYS)])
  history += await inTurns(
    pool,
    old(
      'core.scrape_runs',
      'id',
      `started_at < $1 and not exists (
         select from core.scrape_held_deletions as held where held.run_id = scrape_runs.id
       )`,
    ),
    [before(RUNS_DAYS)],
  )
  history += await inTurns(
    pool,
    old('core.config_costs_daily', 'config_id, day, currency, bill', 'day < $1'),
    [before(COSTS_DAYS)],
  )
  log?.info(`Removed ${history} rows of the history`)
  return {
    success: closed + deleted + purged + history,
    errors: [],
    details: { summary: { closed, deleted, purged, history } },
  }
}

// Of items that had changes on a day that has just left one of the windows. Those that a run writes are left to the next
// time, of which each day has several, so that neither waits for the other.
const recount = `
  with due as (
    select stats.config_id, counted.week, counted.month
    from (
      select daily.config_id, coalesce(sum(daily.count) filter (where daily.day > $1::date - 7), 0)::int as week,
        coalesce(sum(daily.count) filter (where daily.day > $1::date - 30), 0)::int as month
      from core.config_change_daily as daily
      where daily.config_id in (
        select config_id from core.config_change_daily
        where day between $1::date - 9 and $1::date - 7 or day between $1::date - 32 and $1::date - 30
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
export async function countRecentChanges(pool: Pool, now: Date): Promise<number> {
  let total = 0
  for (;;) {
    const { rowCount } = await pool.query(recount, [now.toISOString().slice(0, 10)])
    total += rowCount ?? 0
    if ((rowCount ?? 0) < PAGE) return total
  }
}
