import { parseDuration } from '@binnacle/contract/text'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Events } from '../../../platform/events/index.ts'
import type { JobOutcome } from '../../../platform/jobs/index.ts'
import { deleteItems } from './delete.ts'
import { purging } from './leave-out.ts'
import type { Lines } from './retention.ts'
import { betweenRuns } from './retention-lock.ts'
import { changeInsights, inTurnsBetweenRuns, PAGE } from './retention-turns.ts'

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

/**
 * Deletes items that no run has seen for some time, for sources that cannot say what they saw whole.
 * @returns undefined while a run is under way
 */
function deleteStale(
  pool: Pool,
  events: Events,
  now: Date,
  scraperId: string,
  before: Date,
): Promise<number | undefined> {
  return betweenRuns(pool, scraperId, (client) =>
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
function deleteExpired(
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
): Promise<{ count: number; busy: boolean }> {
  return inTurnsBetweenRuns(pool, scraperId, (client) =>
    deleteItems(client, events, now, () =>
      client.query(chooseExpired(column), [scraperId, type, before, now]),
    ),
  )
}

/** Forgets what the specs of scrapers say is not kept as long as the rest. */
export async function forgetBySpec(pool: Pool, events: Events, now: Date, log?: Lines): Promise<JobOutcome> {
  const { rows } = await pool.query<{ id: string; name: string; retention: unknown }>(
    `select id, name, coalesce(spec -> 'retention', '{}') as retention from core.config_scrapers
     where deleted_at is null`,
  )
  const errors: string[] = []
  let [changes, items, expired, stale, resolved] = [0, 0, 0, 0, 0]
  const busy = new Set<string>()
  /** Forgets unless an earlier attempt met a run: waiting for it once is enough. */
  const forget = async (name: string, work: () => Promise<{ count: number; busy: boolean }>) => {
    if (busy.has(name)) return 0
    const turns = await work()
    if (turns.busy) busy.add(name)
    return turns.count
  }
  const deleting = (id: string, name: string, statement: string, values: readonly unknown[]) =>
    forget(name, () =>
      inTurnsBetweenRuns(pool, id, async (client) => {
        const { rowCount } = await client.query(statement, [id, ...values, PAGE])
        return rowCount
      }),
    )
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
      changes += await deleting(id, name, deleteChanges, [rule.name, limit ?? null, rule.count ?? null])
    }
    for (const rule of read.data.types ?? []) {
      const limit = before(name, rule.deletedAge)
      if (limit !== undefined) items += await deleting(id, name, deleteItemsOfType, [rule.name, limit])
      for (const [column, age] of [
        ['created_at', rule.createdAge],
        ['updated_at', rule.updatedAge],
      ] as const) {
        const oldest = before(name, age)
        if (oldest !== undefined)
          expired += await forget(name, () =>
            deleteExpired(pool, events, now, { scraperId: id, type: rule.name, column, before: oldest }),
          )
      }
    }
    const staleItems = before(name, read.data.staleItemAge)
    if (staleItems !== undefined)
      stale += await forget(name, async () => {
        const count = await deleteStale(pool, events, now, id, staleItems)
        return { count: count ?? 0, busy: count === undefined }
      })
    const staleInsights = before(name, read.data.staleAnalysisAge ?? STALE_INSIGHTS)
    if (staleInsights !== undefined) resolved += await changeInsights(pool, resolveStale, staleInsights, [id])
  }
  log?.info(`Removed ${changes} changes and ${items} items that scrapers say are kept for a shorter time`)
  log?.info(`Deleted ${expired} items that are older than scrapers say they are kept`)
  log?.info(`Deleted ${stale} items and resolved ${resolved} insights that no run has shown for too long`)
  for (const name of busy) log?.info(`${name} is running, so what it has found was left to the next time`)
  return {
    success: changes + items + expired + stale + resolved,
    errors,
    details: { summary: { changes, items, expired, stale, resolved } },
  }
}
