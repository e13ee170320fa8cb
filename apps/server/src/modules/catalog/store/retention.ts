import { parseDuration } from '@binnacle/contract/text'
import type { Pool } from 'pg'
import { z } from 'zod'
import { inTransaction } from '../../../platform/database/index.ts'
import type { Events } from '../../../platform/events/index.ts'
import type { JobOutcome, RunLog } from '../../../platform/jobs/index.ts'
import { deleteItems } from './delete.ts'
import { purging } from './leave-out.ts'
import { countInsights } from './write-insights.ts'

const DAY = 86_400_000
/** Rows of one statement. */
const PAGE = 2_000
/** Days. Source: reference, retention of the catalog. */
const CLOSE_INSIGHTS_AFTER = 7
const DELETE_INSIGHTS_AFTER = 60
const PURGE_ITEMS_AFTER = 7
/** Days that runs, names of changes, dropped changes and versions are kept: as long as changes. */
const HISTORY_DAYS = 90
const RUNS_DAYS = 30
/** Days of costs, so that a month can be compared with the same one a year ago. */
const COSTS_DAYS = 400

type Lines = Pick<RunLog, 'info'>

/** Repeats a statement that takes a page of rows, until no row is left. */
async function inTurns(pool: Pool, statement: string, values: readonly unknown[]): Promise<number> {
  let total = 0
  for (;;) {
    const { rowCount } = await pool.query(statement, [...values, PAGE])
    total += rowCount ?? 0
    if ((rowCount ?? 0) < PAGE) return total
  }
}

/** Changes insights and counts those of their items again. */
async function changeInsights(
  pool: Pool,
  statement: string,
  before: Date,
  more: readonly unknown[] = [],
): Promise<number> {
  let total = 0
  for (;;) {
    const count = await inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ config_id: string }>(statement, [before, PAGE, ...more])
      if (rows.length > 0)
        await client.query(countInsights, [[...new Set(rows.map(({ config_id: id }) => id))].sort()])
      return rows.length
    })
    total += count
    if (count < PAGE) return total
  }
}

const closeInsights = `
  update core.config_analysis set status = 'closed' where id in (
    select id from core.config_analysis where status in ('open', 'resolved') and last_observed < $1 limit $2
  ) returning config_id`
const deleteInsights = `
  delete from core.config_analysis where id in (
    select id from core.config_analysis where last_observed < $1 limit $2
  ) returning config_id`
const purgeItems = purging(
  `select items.id from core.config_items as items
    where items.deleted_at < $1 and not items.manual
      and not exists (
        select from core.config_component_relationships as used where used.config_id = items.id and used.deleted_at is null
      )
    order by items.deleted_at limit $2`,
)
const old = (table: string, key: string, condition: string) =>
  `delete from ${table} where (${key}) in (select ${key} from ${table} where ${condition} limit $2)`

/** Forgets what is past its time, except changes, which go with their partitions. */
export async function forgetOld(pool: Pool, now: Date, log?: Lines): Promise<JobOutcome> {
  const before = (days: number) => new Date(now.getTime() - days * DAY)
  const closed = await changeInsights(pool, closeInsights, before(CLOSE_INSIGHTS_AFTER))
  log?.info(`Closed ${closed} insights that no run has shown for ${CLOSE_INSIGHTS_AFTER} days`)
  const deleted = await changeInsights(pool, deleteInsights, before(DELETE_INSIGHTS_AFTER))
  log?.info(`Removed ${deleted} insights that no run has shown for ${DELETE_INSIGHTS_AFTER} days`)
  const purged = await inTurns(pool, purgeItems, [before(PURGE_ITEMS_AFTER)])
  log?.info(`Removed ${purged} items that were deleted more than ${PURGE_ITEMS_AFTER} days ago`)
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

/** As far as the specs of scrapers say how long what they found is kept. The rest of a spec has its own reader. */
const retention = z.object({
  changes: z
    .array(z.object({ name: z.string(), age: z.string().optional(), count: z.number().optional() }))
    .optional()
    .catch(undefined),
  types: z
    .array(
      z.object({
        name: z.string(),
        createdAge: z.string().optional(),
        updatedAge: z.string().optional(),
        deletedAge: z.string().optional(),
      }),
    )
    .optional()
    .catch(undefined),
  staleItemAge: z.string().optional(),
  staleAnalysisAge: z.string().optional(),
})

/** Never. */
const KEEP = 'keep'
/** Insights that no run has shown for so long are resolved, unless a spec says otherwise. */
const STALE_INSIGHTS = '48h'

const deleteChanges = `
  with old as (
    select change.id from (
      select change.id, change.created_at,
        row_number() over (partition by change.config_id order by change.created_at desc, change.id desc) as place
      from core.config_changes as change
      join core.config_items as items on items.id = change.config_id and items.scraper_id = $1
      where change.change_type = $2
    ) as change
    where ($3::timestamptz is not null and change.created_at < $3) or ($4::int is not null and change.place > $4)
    limit $5
  ), bodies as (
    delete from core.config_change_bodies using old where change_id = old.id
  ), occurrences as (
    delete from core.config_change_occurrences using old where change_id = old.id
  )
  delete from core.config_changes using old where config_changes.id = old.id`

const deleteItemsOfType = purging(
  `select id from core.config_items
    where scraper_id = $1 and type = $2 and deleted_at < $3 and not manual limit $4`,
)

const resolveStale = `
  update core.config_analysis set status = 'resolved' where id in (
    select id from core.config_analysis
    where scraper_id = $3 and status = 'open' and last_observed < $1 limit $2
  ) returning config_id`

/** Deletes items that no run has seen for some time, for sources that cannot say what they saw whole. */
function deleteStale(
  pool: Pool,
  events: Events,
  now: Date,
  scraperId: string,
  before: Date,
): Promise<number> {
  return inTransaction(pool, (client) =>
    deleteItems(client, events, now, () =>
      client.query(
        `insert into staged_gone (config_id, at, reason)
         select items.id, $3, 'STALE' from core.config_items as items
         join core.config_item_liveness as liveness on liveness.config_id = items.id
         where items.scraper_id = $1 and items.deleted_at is null and not items.manual
           and liveness.last_scraped_time < $2`,
        [scraperId, before, now],
      ),
    ),
  )
}

// The items of a type that are older than their spec keeps them.
const chooseExpired = (column: 'created_at' | 'updated_at') => `
  insert into staged_gone (config_id, at, reason)
  select id, $4, 'RETENTION' from core.config_items
  where scraper_id = $1 and type = $2 and deleted_at is null and not manual and ${column} < $3
  limit ${PAGE}`

/** Deletes items of a type that were created or changed last before a time. */
async function deleteExpired(
  pool: Pool,
  events: Events,
  now: Date,
  {
    scraperId,
    type,
    column,
    before,
  }: {
    scraperId: string
    type: string
    column: 'created_at' | 'updated_at'
    before: Date
  },
): Promise<number> {
  let total = 0
  for (;;) {
    const count = await inTransaction(pool, (client) =>
      deleteItems(client, events, now, () =>
        client.query(chooseExpired(column), [scraperId, type, before, now]),
      ),
    )
    total += count
    if (count < PAGE) return total
  }
}

/** Forgets what the specs of scrapers say is not kept as long as the rest. */
export async function forgetBySpec(pool: Pool, events: Events, now: Date, log?: Lines): Promise<JobOutcome> {
  const { rows } = await pool.query<{ id: string; name: string; retention: unknown }>(
    `select id, name, coalesce(spec -> 'retention', '{}') as retention from core.config_scrapers
     where deleted_at is null`,
  )
  const errors: string[] = []
  let [changes, items, expired, stale, resolved] = [0, 0, 0, 0, 0]
  const before = (name: string, age: string | undefined): Date | undefined => {
    if (age === undefined || age === KEEP) return undefined
    const length = parseDuration(age)
    if (length.ok) return new Date(now.getTime() - length.value)
    errors.push(`${name}: ${length.failure}`)
    return undefined
  }
  for (const { id, name, retention: given } of rows) {
    const read = retention.safeParse(given)
    if (!read.success) continue
    for (const rule of read.data.changes ?? []) {
      const limit = before(name, rule.age)
      if (limit === undefined && rule.count === undefined) continue
      changes += await inTurns(pool, deleteChanges, [id, rule.name, limit ?? null, rule.count ?? null])
    }
    for (const rule of read.data.types ?? []) {
      const limit = before(name, rule.deletedAge)
      if (limit !== undefined) items += await inTurns(pool, deleteItemsOfType, [id, rule.name, limit])
      for (const [column, age] of [
        ['created_at', rule.createdAge],
        ['updated_at', rule.updatedAge],
      ] as const) {
        const oldest = before(name, age)
        if (oldest !== undefined)
          expired += await deleteExpired(pool, events, now, {
            scraperId: id,
            type: rule.name,
            column,
            before: oldest,
          })
      }
    }
    const staleItems = before(name, read.data.staleItemAge)
    if (staleItems !== undefined) stale += await deleteStale(pool, events, now, id, staleItems)
    const staleInsights = before(name, read.data.staleAnalysisAge ?? STALE_INSIGHTS)
    if (staleInsights !== undefined) resolved += await changeInsights(pool, resolveStale, staleInsights, [id])
  }
  log?.info(`Removed ${changes} changes and ${items} items that scrapers say are kept for a shorter time`)
  log?.info(`Deleted ${expired} items that are older than scrapers say they are kept`)
  log?.info(`Deleted ${stale} items and resolved ${resolved} insights that no run has shown for too long`)
  return {
    success: changes + items + expired + stale + resolved,
    errors,
    details: { summary: { changes, items, expired, stale, resolved } },
  }
}
