import { sql as fragment } from 'kysely'
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import { audit, type Originator } from '../../../../platform/audit.ts'
import type { Columns } from '../../../../platform/database/columns.ts'
import { anyOf, tablesOn } from '../../../../platform/database/tables-on.ts'
import { RequestError } from '../../../../platform/errors.ts'
import type { Events } from '../../../../platform/events/index.ts'
import { addFacetCounts, subtractFacetCounts } from '../counts/facets.ts'
import { lockPublishing, runLock } from '../publish.ts'
import { forgetStaged, stagingTables } from '../stage/temporary-tables.ts'
import { createItemEventEmitter } from '../write/item-events.ts'
import { removeEdgesOfDeleted } from '../write/write-edges.ts'
import { deleteGone } from '../write/write-items.ts'

/**
 * Deletes items outside a run, in the transaction of the client.
 * @param choose adds them to `staged_gone`
 * @returns how many
 */
export async function deleteItems(
  client: ClientBase,
  events: Events,
  now: Date,
  choose: () => Promise<unknown>,
): Promise<number> {
  await client.query(stagingTables)
  await client.query(forgetStaged)
  await choose()
  // Thousands of items are joined otherwise than the few that PostgreSQL takes a table for that was never analyzed.
  await client.query('analyze staged_gone (config_id)')
  await subtractFacetCounts(client)
  const count = await deleteGone(client)
  await removeEdgesOfDeleted(client, now)
  await createItemEventEmitter(client, events, { now }).items()
  await addFacetCounts(client, new Map())
  await client.query(forgetStaged)
  return count
}

type DeletionHold = Columns<'core.scrape_held_deletions', 'config_ids' | 'total'> &
  Columns<'core.config_scrapers', 'name'>

/** Takes what waits of a type, so that no other person decides about it. */
async function takeHeld(client: ClientBase, scraperId: string, type: string): Promise<DeletionHold> {
  const hold = await tablesOn(client)
    .deleteFrom('core.scrape_held_deletions as held')
    .using('core.config_scrapers as scrapers')
    .where('held.scraper_id', '=', scraperId)
    .where('held.type', '=', type)
    .whereRef('scrapers.id', '=', 'held.scraper_id')
    .returning(['held.config_ids', 'held.total', 'scrapers.name'])
    .executeTakeFirst()
  if (hold === undefined)
    throw new RequestError('ENOTFOUND', `No deletions of ${type} wait for a decision at this scraper`)
  return hold
}

/**
 * Lets nothing be told of the items of a scraper until the transaction ends. A run that is under way compared what it found
 * with items that were not deleted, so it could not restore them.
 */
async function keepOthersAway(client: ClientBase, scraperId: string): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${runLock(scraperId)}, 0)) as free`,
  )
  if (rows[0]?.free !== true)
    throw new RequestError('ECONFLICT', 'This scraper is running right now; decide when its run has ended')
  await lockPublishing(client, scraperId)
}

/**
 * Deletes the items of a type that a brake holds, as far as they are still missing.
 * @returns how many were deleted
 * @throws RequestError where nothing waits, or a run is under way
 */
export async function approveHeld(
  client: ClientBase,
  events: Events,
  by: Originator,
  now: Date,
  { scraperId, type }: { scraperId: string; type: string },
): Promise<number> {
  await keepOthersAway(client, scraperId)
  const hold = await takeHeld(client, scraperId, type)
  const deleted = await deleteItems(client, events, now, () =>
    client.query(sql`
      insert into staged_gone (config_id, at, reason)
      select items.id, ${now}, 'STALE' from core.config_items as items
      join core.config_item_liveness as liveness on liveness.config_id = items.id and liveness.missing_runs > 0
      where items.id = any (${hold.config_ids}) and items.deleted_at is null`),
  )
  await audit(client, by, {
    action: 'approve-deletions',
    resource: 'config_scrapers',
    id: scraperId,
    name: hold.name,
    after: { type, deleted, of: hold.total },
  })
  return deleted
}

/**
 * Keeps the items of a type that a brake holds. They are missing again only when further complete runs do not show them.
 * @returns how many are kept
 * @throws RequestError where nothing waits
 */
export async function rejectHeld(
  client: ClientBase,
  by: Originator,
  { scraperId, type }: { scraperId: string; type: string },
): Promise<number> {
  const hold = await takeHeld(client, scraperId, type)
  await tablesOn(client)
    .updateTable('core.config_item_liveness')
    .set({ missing_runs: 0 })
    .where('config_id', '=', anyOf(hold.config_ids))
    .execute()
  await audit(client, by, {
    action: 'reject-deletions',
    resource: 'config_scrapers',
    id: scraperId,
    name: hold.name,
    after: { type, kept: hold.config_ids.length, of: hold.total },
  })
  return hold.config_ids.length
}

/**
 * Deletes the items of a scraper that is being deleted, with the relationships that it found. Items made by hand stay. The
 * caller has locked the row of the scraper: a run that is being published has ended, or will find the scraper gone.
 */
export async function deleteItemsOfScraper(
  client: ClientBase,
  events: Events,
  now: Date,
  scraperId: string,
): Promise<void> {
  await deleteItems(client, events, now, () =>
    client.query(sql`
      insert into staged_gone (config_id, at, reason)
      select id, ${now}, 'SCRAPER_DELETED' from core.config_items
      where scraper_id = ${scraperId} and deleted_at is null and not manual`),
  )
  await tablesOn(client)
    .updateTable('core.config_relationships')
    .set({ deleted_at: now, updated_at: now })
    .where('scraper_id', '=', scraperId)
    .where('deleted_at', 'is', null)
    .where('selector_id', '<>', fragment.lit('parent'))
    .execute()
}
