import { LOCAL_AGENT_ID, NIL_ID } from '@binnacle/contract/core'
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import type { Events } from '../../../platform/events/index.ts'
import { countTypes, sumCounts } from './publish-counts.ts'
import { decide, type HeldDeletions, type RunMode } from './decide/decide.ts'
import { addFacetCounts, subtractFacetCounts } from './counts/facets.ts'
import type { ByHand, StoreInput, RunCounts } from './input.ts'
import { skipExpiredItems } from './decide/expired-items.ts'
import { findRenames, offerRenames, type Rename } from './merge/renames.ts'
import { resolveReferences } from './decide/resolve.ts'
import { stageBatch } from './stage/stage.ts'
import { newStagingContext, scraperOf, type StagingContext } from './stage/staged.ts'
import { forgetStaged, stagingTables } from './stage/temporary-tables.ts'
import { createItemEventEmitter } from './write/item-events.ts'
import { writeChanges } from './write/write-changes.ts'
import { removeEdgesOfDeleted, writeEdges } from './write/write-edges.ts'
import { writeCosts } from './write/write-costs.ts'
import { writeDocuments } from './write/write-documents.ts'
import { writeInsights } from './write/write-insights.ts'
import { writeItems } from './write/write-items.ts'
import { writeLags } from './write/write-lags.ts'

/** What publishing wrote. */
export interface PublishSummary {
  counts: RunCounts
  types: Readonly<Record<string, RunCounts>>
  held: readonly HeldDeletions[]
  /** What may have been renamed. */
  renames: readonly Rename[]
}

/** A scraper was deleted while it ran. */
export class ScraperGone extends Error {
  constructor() {
    super('The scraper was deleted while it ran, so nothing of this run is stored')
  }
}

async function recordDrops(client: ClientBase, staged: StagingContext, now: Date): Promise<void> {
  const { all } = staged.drops
  const owner = scraperOf(staged)
  if (all.length === 0 || owner === null) return
  await client.query(sql`
    insert into core.config_change_drops as drops (scraper_id, day, reason, change_type, because, count, last_at)
    select ${owner}, (${now}::timestamptz at time zone 'UTC')::date, told.reason, told.type, told.because, told.count,
      ${now}
    from unnest(
      ${all.map(({ reason }) => reason)}::text[], ${all.map(({ type }) => type)}::text[],
      ${all.map(({ because }) => because)}::text[], ${all.map(({ count }) => count)}::int[]
    ) as told (reason, type, because, count)
    on conflict (scraper_id, day, reason, change_type, because) do update
    set count = drops.count + excluded.count, last_at = excluded.last_at`)
}

// Plans depend on how many rows there are, and PostgreSQL takes a table that was never analyzed for ten pages.
const analyzeStaged = `
  analyze staged_items (id, same, type, ignores_diff), staged_documents (id), staged_names (external_id, type, id),
    staged_edges (item_id, external_id, type), staged_changes (config_id, item_external_id), staged_found_edges,
    staged_insights (config_id), staged_costs (names), staged_deletions, staged_gone, staged_touched, staged_facets`
// Sorts and joins of hundreds of thousands of rows stay in memory.
const planForMany = `set local work_mem = '32MB'`

/** Name of the lock that a run of a scraper has from its beginning to its end. */
export const runLock = (scraperId: string): string => `binnacle scrape ${scraperId}`

/** Waits until nothing of a scraper is published, and lets nothing be until the transaction ends. */
export async function lockPublishing(client: ClientBase, scraperId: string): Promise<void> {
  await client.query(
    sql`select pg_advisory_xact_lock(hashtextextended(${`binnacle publish ${scraperId}`}, 0))`,
  )
}

/** Keeps a scraper from being deleted until the transaction ends. @throws ScraperGone */
async function lockScraper(client: ClientBase, id: string): Promise<void> {
  const known = await tablesOn(client)
    .selectFrom('core.config_scrapers')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (known === undefined) throw new ScraperGone()
}

/**
 * Writes what a run has gathered, in the transaction of the client.
 * @throws ScraperGone
 */
export async function publishStaged(
  client: ClientBase,
  events: Events,
  staged: StagingContext,
  mode: RunMode,
): Promise<PublishSummary> {
  const { scraper } = staged
  // One at a time for a scraper: what it found is compared with what is stored.
  await lockPublishing(client, scraper.id)
  const owner = scraperOf(staged)
  if (owner !== null) await lockScraper(client, owner)
  if (mode.detectsDeletions) await client.query(planForMany)
  await client.query(analyzeStaged)
  const leftOut = await skipExpiredItems(client, staged, mode)
  await resolveReferences(client, staged)
  const held = await decide(client, staged, mode)
  const renames = await findRenames(client, staged)
  await subtractFacetCounts(client)
  const written = await writeItems(client, staged, mode)
  const edges = await writeEdges(client, staged, mode.now)
  if (written.deleted > 0) await removeEdgesOfDeleted(client, mode.now)
  const insights = await writeInsights(client, staged, mode)
  const costs = await writeCosts(client, staged, mode.now)
  const emitter = createItemEventEmitter(client, events, mode)
  const changeTypes = new Map<string, number>()
  const changes = await writeChanges(client, mode, staged.drops, async (groups) => {
    for (const { type, isNew } of groups) if (isNew) changeTypes.set(type, (changeTypes.get(type) ?? 0) + 1)
    await emitter.changes(groups)
  })
  await writeDocuments(client, mode.now, written, changes.ofDocuments)
  await writeLags(client, owner, changes.newest, mode.now)
  await recordDrops(client, staged, mode.now)
  await emitter.items()
  const otherWrites = { changes, insights, leftOut }
  const types = await countTypes(client, held, staged, otherWrites)
  await offerRenames(client, renames, mode)
  // Others wait for these rows, so they are written last.
  await addFacetCounts(client, changeTypes)
  return { types, held, renames, counts: sumCounts(types, otherWrites, staged, { edges, costs }) }
}

/** What stands for a scraper where a person writes. No scraper has this id. */
const NO_SCRAPER = { id: NIL_ID, agentId: LOCAL_AGENT_ID }

/**
 * Writes what a person says of items, in the transaction of the client, with changes, versions and events as of a run.
 * @returns why it was not written, if it was not
 */
export async function publishByHand(
  client: ClientBase,
  events: Events,
  { by, now, ready }: { by: ByHand; now: Date; ready: readonly StoreInput[] },
): Promise<string | undefined> {
  await client.query(stagingTables)
  await client.query(forgetStaged)
  const staged = newStagingContext(NO_SCRAPER, { byHand: by })
  await stageBatch(client, staged, ready)
  await publishStaged(client, events, staged, { runId: undefined, began: now, now, detectsDeletions: false })
  await client.query(forgetStaged)
  return staged.faults[0]?.message
}
