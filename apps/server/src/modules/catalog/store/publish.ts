import { LOCAL_AGENT_ID, NIL_ID } from '@binnacle/contract/core'
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { Columns } from '../../../platform/database/columns.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import type { Events } from '../../../platform/events/index.ts'
import { decide, type HeldDeletions, type RunMode } from './decide.ts'
import { giveFacets, takeFacets } from './facets.ts'
import type { ByHand, Ready, RunCounts } from './ready.ts'
import { leaveOutOld } from './leave-out.ts'
import { findRenames, offerRenames, type Rename } from './renames.ts'
import { resolveReferences } from './resolve.ts'
import { stageBatch } from './stage.ts'
import { newStagingContext, scraperOf, type StagingContext } from './staged.ts'
import { forgetStaged, stagingTables } from './tables.ts'
import { createTeller } from './tell.ts'
import { writeChanges, type WrittenChanges } from './write-changes.ts'
import { removeEdgesOfDeleted, writeEdges } from './write-edges.ts'
import { writeCosts } from './write-costs.ts'
import { writeDocuments } from './write-documents.ts'
import { writeInsights } from './write-insights.ts'
import { writeItems } from './write-items.ts'
import { writeLags } from './write-lags.ts'

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

/** Counts of nothing. */
function noCounts(): RunCounts {
  return {
    added: 0,
    updated: 0,
    unchanged: 0,
    deleted: 0,
    restored: 0,
    leftOut: 0,
    held: 0,
    changes: { stored: 0, grouped: 0, ignored: 0, excluded: 0, orphaned: 0 },
    insights: 0,
    costs: 0,
    warnings: 0,
    errors: 0,
    edges: 0,
  }
}

const counted = { add: 'added', update: 'updated', keep: 'unchanged', restore: 'restored' } as const

/** What a run wrote besides items. */
interface OtherWrites {
  changes: WrittenChanges
  /** By type of the items. */
  insights: ReadonlyMap<string, number>
  leftOut: ReadonlyMap<string, number>
}

/** Counts by type how items change, and what was found of them. */
async function countTypes(
  client: ClientBase,
  held: readonly HeldDeletions[],
  { faults, drops }: StagingContext,
  { changes, insights, leftOut }: OtherWrites,
): Promise<Record<string, RunCounts>> {
  const types: Record<string, RunCounts> = {}
  const of = (type: string) => (types[type] ??= noCounts())
  for (const [type, counts] of changes.types) Object.assign(of(type).changes, counts)
  for (const { itemType, reason, count } of drops.byItemType) of(itemType).changes[reason] += count
  for (const [type, count] of insights) of(type).insights = count
  for (const [type, count] of leftOut) of(type).leftOut = count
  for (const { kind, type } of faults)
    if (type !== undefined) of(type)[kind === 'fault' ? 'errors' : 'warnings'] += 1
  const items = await client.query<{ type: string; does: keyof typeof counted; count: number }>(
    `select type, does, count(*)::int as count from staged_items
     where does in ('add', 'update', 'keep', 'restore') group by 1, 2`,
  )
  for (const { type, does, count } of items.rows) of(type)[counted[does]] += count
  const gone = await client.query<Columns<'core.config_items', 'type'> & { count: number }>(
    `select items.type, count(*)::int as count from staged_gone as gone
     join core.config_items as items on items.id = gone.config_id group by 1`,
  )
  for (const { type, count } of gone.rows) of(type).deleted += count
  for (const { type, count } of held) of(type).held += count
  return types
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

const summed = [
  'added',
  'updated',
  'unchanged',
  'deleted',
  'restored',
  'leftOut',
  'held',
  'insights',
] as const

/** Sums over types. What has no type counts here only. */
function sumOf(
  types: Readonly<Record<string, RunCounts>>,
  { changes }: OtherWrites,
  { drops, faults, moreFaults }: StagingContext,
  { edges, costs }: { edges: number; costs: number },
): RunCounts {
  const sums = { ...noCounts(), edges, costs }
  for (const each of Object.values(types)) for (const name of summed) sums[name] += each[name]
  sums.warnings = faults.filter(({ kind }) => kind === 'item-fault').length
  sums.errors = faults.length + moreFaults - sums.warnings
  Object.assign(sums.changes, { stored: changes.stored, grouped: changes.grouped })
  for (const { reason, count } of drops.all) sums.changes[reason] += count
  return sums
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
  if (owner !== null) {
    const known = await tablesOn(client)
      .selectFrom('core.config_scrapers')
      .select('id')
      .where('id', '=', owner)
      .where('deleted_at', 'is', null)
      .forKeyShare()
      .executeTakeFirst()
    if (known === undefined) throw new ScraperGone()
  }
  if (mode.sweeps) await client.query(planForMany)
  await client.query(analyzeStaged)
  const leftOut = await leaveOutOld(client, staged, mode)
  await resolveReferences(client, staged)
  const held = await decide(client, staged, mode)
  const renames = await findRenames(client, staged)
  await takeFacets(client)
  const written = await writeItems(client, staged, mode)
  const edges = await writeEdges(client, staged, mode.now)
  if (written.deleted > 0) await removeEdgesOfDeleted(client, mode.now)
  const insights = await writeInsights(client, staged, mode)
  const costs = await writeCosts(client, staged, mode.now)
  const teller = createTeller(client, events, mode)
  const changeTypes = new Map<string, number>()
  const changes = await writeChanges(client, mode, staged.drops, async (groups) => {
    for (const { type, isNew } of groups) if (isNew) changeTypes.set(type, (changeTypes.get(type) ?? 0) + 1)
    await teller.changes(groups)
  })
  await writeDocuments(client, mode.now, written, changes.ofDocuments)
  await writeLags(client, owner, changes.newest, mode.now)
  await recordDrops(client, staged, mode.now)
  await teller.items()
  const otherWrites = { changes, insights, leftOut }
  const types = await countTypes(client, held, staged, otherWrites)
  await offerRenames(client, renames, mode)
  // Others wait for these rows, so they are written last.
  await giveFacets(client, changeTypes)
  return { types, held, renames, counts: sumOf(types, otherWrites, staged, { edges, costs }) }
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
  { by, now, ready }: { by: ByHand; now: Date; ready: readonly Ready[] },
): Promise<string | undefined> {
  await client.query(stagingTables)
  await client.query(forgetStaged)
  const staged = newStagingContext(NO_SCRAPER, { byHand: by })
  await stageBatch(client, staged, ready)
  await publishStaged(client, events, staged, { runId: undefined, began: now, now, sweeps: false })
  await client.query(forgetStaged)
  return staged.faults[0]?.message
}
