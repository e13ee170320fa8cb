import { parseDuration } from '@binnacle/contract/text'
import { sql as fragment } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import sql, { raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { tablesOn } from '../../../../platform/database/tables-on.ts'
import type { Events } from '../../../../platform/events/index.ts'
import type { JobOutcome } from '../../../../platform/jobs/index.ts'
import { deleteItems } from './delete.ts'
import type { Lines } from './retention.ts'
import { betweenRuns } from './retention-lock.ts'
import { purging } from './retention-purge.ts'
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

/** Deletes a page of the changes of a type that are older than a time, or for whose item there are enough newer ones. */
const deleteChanges = (
  scraperId: string,
  { type, before, count }: { type: string; before: Date | null; count: number | null },
): Sql => sql`
  with old as (
    select change.id from (
      select change.id, change.created_at,
        row_number() over (partition by change.config_id order by change.created_at desc, change.id desc) as place
      from core.config_changes as change
      join core.config_items as items on items.id = change.config_id and items.scraper_id = ${scraperId}
      where change.change_type = ${type}
    ) as change
    where (${before}::timestamptz is not null and change.created_at < ${before}::timestamptz)
      or (${count}::int is not null and change.place > ${count}::int)
    limit ${PAGE}
  ), bodies as (
    delete from core.config_change_bodies using old where change_id = old.id
  ), occurrences as (
    delete from core.config_change_occurrences using old where change_id = old.id
  )
  delete from core.config_changes using old where config_changes.id = old.id`

const deleteItemsOfType = (scraperId: string, type: string, before: Date): Sql =>
  purging(sql`
    select id from core.config_items
    where scraper_id = ${scraperId} and type = ${type} and deleted_at < ${before} and not manual limit ${PAGE}`)

const resolveStale = (client: ClientBase, scraperId: string, before: Date) =>
  tablesOn(client)
    .updateTable('core.config_analysis')
    .set({ status: 'resolved' })
    .where('id', 'in', (tables) =>
      tables
        .selectFrom('core.config_analysis')
        .select('id')
        .where('scraper_id', '=', scraperId)
        .where('status', '=', fragment.lit('open'))
        .where('last_observed', '<', before)
        .limit(PAGE),
    )
    .returning('config_id')
    .execute()

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
      client.query(sql`
        insert into staged_gone (config_id, at, reason)
        select items.id, ${now}, 'STALE' from core.config_items as items
        join core.config_item_liveness as liveness on liveness.config_id = items.id
        where items.scraper_id = ${scraperId} and items.deleted_at is null and not items.manual
          and liveness.last_scraped_time < ${before}`),
    ),
  )
}

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
      client.query(sql`
        insert into staged_gone (config_id, at, reason)
        select id, ${now}, 'RETENTION' from core.config_items
        where scraper_id = ${scraperId} and type = ${type} and deleted_at is null and not manual
          and ${raw(column)} < ${before}
        limit ${PAGE}`),
    ),
  )
}

/** Forgets what the specs of scrapers say is not kept as long as the rest. */
export async function forgetBySpec(pool: Pool, events: Events, now: Date, log?: Lines): Promise<JobOutcome> {
  const scrapers = await tablesOn(pool)
    .selectFrom('core.config_scrapers')
    .select(['id', 'name', fragment`coalesce(spec -> 'retention', '{}')`.as('retention')])
    .where('deleted_at', 'is', null)
    .execute()
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
  const deleting = (id: string, name: string, statement: Sql) =>
    forget(name, () =>
      inTurnsBetweenRuns(pool, id, async (client) => {
        const { rowCount } = await client.query(statement)
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
  for (const { id, name, retention: given } of scrapers) {
    const read = retention.safeParse(given)
    if (!read.success) continue
    for (const rule of read.data.changes ?? []) {
      const limit = before(name, rule.age)
      if (limit === undefined && rule.count === undefined) continue
      changes += await deleting(
        id,
        name,
        deleteChanges(id, { type: rule.name, before: limit ?? null, count: rule.count ?? null }),
      )
    }
    for (const rule of read.data.types ?? []) {
      const limit = before(name, rule.deletedAge)
      if (limit !== undefined) items += await deleting(id, name, deleteItemsOfType(id, rule.name, limit))
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
    if (staleInsights !== undefined)
      resolved += await changeInsights(pool, (client) => resolveStale(client, id, staleInsights))
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
