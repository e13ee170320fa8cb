import { sql as fragment } from 'kysely'
import type { ClientBase } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { anyOf, tablesOn } from '../../../../platform/database/tables-on.ts'
import type { Events } from '../../../../platform/events/index.ts'
import type { FollowMove } from '../../../../platform/moves.ts'
import { recount } from '../counts/facets.ts'
import { attributeNames } from '../attributes.ts'
import type { ItemTables } from '../known-tables.ts'
import { lockPublishing, publishStaged } from '../publish.ts'
import type { ItemInput } from '../input.ts'
import { stageBatch } from '../stage/stage.ts'
import { newStagingContext } from '../stage/staged.ts'
import { forgetStaged, stagingTables } from '../stage/temporary-tables.ts'
import { sumCosts } from '../write/write-costs.ts'
import { moveBelow } from '../write/write-items.ts'

/** Why two items cannot be merged. */
export type MergeRefusal = 'unknown' | 'unlike' | 'seen'

/** Finds two items with all that is stored of them, and locks them. */
const findMergeCandidates = (client: ClientBase, ids: readonly [string, string]) =>
  tablesOn<ItemTables>(client)
    .selectFrom('core.config_items as items')
    .leftJoin('core.config_item_notes as notes', 'notes.config_id', 'items.id')
    .leftJoin('core.config_item_liveness as live', 'live.config_id', 'items.id')
    .leftJoin('core.config_item_bodies as bodies', 'bodies.config_id', 'items.id')
    .select(attributeNames.map((name) => `items.${name}` as const))
    .select([
      'items.id',
      'items.agent_id',
      'items.scraper_id',
      fragment<Record<string, string>>`coalesce(notes.tags, '{}')`.as('own_tags'),
      fragment<boolean>`items.deleted_at is not null`.as('deleted'),
      fragment<boolean>`coalesce(live.missing_runs, 0) > 0`.as('missing'),
      'items.manual',
      'items.parent_id',
      'bodies.config',
    ])
    .where('items.id', '=', anyOf(ids))
    .orderBy('items.id')
    .forUpdate('items')
    .execute()

type MergeCandidate = Awaited<ReturnType<typeof findMergeCandidates>>[number]

/** Statements that give the rows of the new item to the old one. */
const moveRows = (oldId: string, newId: string): readonly Sql[] => [
  sql`insert into core.config_costs_daily as stored (config_id, day, currency, bill, cost)
   select ${oldId}, day, currency, bill, cost from core.config_costs_daily where config_id = ${newId}
   on conflict (config_id, day, currency, bill) do update set cost = stored.cost + excluded.cost`,
  sql`update core.config_item_joins set config_id = ${oldId} where config_id = ${newId}`,
  sql`update core.config_changes set config_id = ${oldId} where config_id = ${newId}`,
  sql`insert into core.config_item_lags as lags (config_id, change_at, stored_at)
   select ${oldId}, change_at, stored_at from core.config_item_lags where config_id = ${newId}
   on conflict (config_id) do update set change_at = excluded.change_at, stored_at = excluded.stored_at
   where lags.change_at < excluded.change_at`,
  sql`insert into core.config_change_keys (config_id, external_change_id, change_id, digest, seen_at)
   select ${oldId}, external_change_id, change_id, digest, seen_at from core.config_change_keys
   where config_id = ${newId} on conflict do nothing`,
  sql`delete from core.config_change_keys where config_id = ${newId}`,
  sql`insert into core.config_change_daily as daily (config_id, day, count)
   select ${oldId}, day, count from core.config_change_daily where config_id = ${newId}
   on conflict (config_id, day) do update set count = daily.count + excluded.count`,
  sql`update core.config_analysis as insight set config_id = ${oldId}
   where config_id = ${newId} and not exists (
     select from core.config_analysis as own
     where own.config_id = ${oldId} and own.analyzer = insight.analyzer and own.external_id = insight.external_id
   )`,
  sql`insert into core.config_item_stats as stats (config_id, changes_7d, changes_30d, open_analysis)
   select ${oldId}, changes_7d, changes_30d, '{}' from core.config_item_stats where config_id = ${newId}
   on conflict (config_id) do update
   set changes_7d = stats.changes_7d + excluded.changes_7d, changes_30d = stats.changes_30d + excluded.changes_30d`,
  sql`insert into core.config_item_notes
     (config_id, owner_team_id, owner_person_id, notes, tags, archived_at, ignored_at, updated_by)
   select ${oldId}, owner_team_id, owner_person_id, notes, tags, archived_at, ignored_at, updated_by
   from core.config_item_notes where config_id = ${newId} on conflict do nothing`,
  sql`insert into core.config_field_values (config_id, field_id, text, number, day, person_id, updated_by)
   select ${oldId}, field_id, text, number, day, person_id, updated_by from core.config_field_values
   where config_id = ${newId} on conflict do nothing`,
  sql`insert into core.config_relationships as edge
     (config_id, related_id, relation, selector_id, scraper_id, found_on, properties, created_at, last_seen)
   select case when config_id = ${newId} then ${oldId} else config_id end,
     case when related_id = ${newId} then ${oldId} else related_id end, relation, selector_id, scraper_id,
     case when found_on = ${newId} then ${oldId} else found_on end, properties, created_at, last_seen
   from core.config_relationships
   where (config_id = ${newId} or related_id = ${newId}) and deleted_at is null
     and ${oldId} not in (config_id, related_id)
   on conflict (config_id, related_id, relation) do update
   set deleted_at = null, last_seen = excluded.last_seen, found_on = excluded.found_on, updated_at = now()`,
  sql`update core.config_items set parent_id = ${oldId} where parent_id = ${newId}`,
]

const countInsights = (id: string): Sql => sql`
  update core.config_item_stats set open_analysis = coalesce((
    select jsonb_object_agg(counted.analysis_type, counted.count) from (
      select analysis_type, count(*) from core.config_analysis
      where config_id = ${id} and status = 'open' group by analysis_type
    ) as counted
  ), '{}') where config_id = ${id}`

function readyOf(old: MergeCandidate, fresh: MergeCandidate): ItemInput {
  const tags = Object.entries(fresh.tags).filter(([key]) => !Object.hasOwn(fresh.own_tags, key))
  return {
    kind: 'item',
    id: old.id,
    externalIds: fresh.external_id,
    type: fresh.type,
    class: fresh.config_class,
    name: fresh.name,
    config: fresh.config ?? undefined,
    status: fresh.status ?? undefined,
    health: fresh.health ?? undefined,
    ready: fresh.ready ?? undefined,
    description: fresh.description ?? undefined,
    icon: fresh.icon ?? undefined,
    labels: fresh.labels,
    tags: Object.fromEntries(tags),
    properties: fresh.properties,
    source: fresh.source ?? undefined,
    scope: fresh.scope,
    // The old half keeps its own.
    createdAt: undefined,
    deletedAt: undefined,
    deleteReason: undefined,
    parents: fresh.parent_id === null ? [] : [{ externalId: fresh.parent_id }],
    related: [],
    ignoresDiff: false,
  }
}

/** Who learns of a merge: consumers of events, and areas with rows of the new item. */
export interface MergeDependencies {
  events: Events
  followers: readonly FollowMove[]
}

/** Which items to merge, when, and for whom. */
export interface MergeRequest {
  oldId: string
  newId: string
  now: Date
  /** The person who joins; undefined where a stable key does. */
  by: { personId: string; email: string } | undefined
}

/**
 * Merges two items that are one thing. The old item keeps its id, history, notes and edges, and gets the name, the document and
 * the rows of the new item. The new item is deleted, and later runs find the old one by the new name.
 * @returns the names of both, or why they cannot be merged
 */
export async function mergeItems(
  client: ClientBase,
  { events, followers }: MergeDependencies,
  { oldId, newId, now, by }: MergeRequest,
): Promise<{ oldName: string; newName: string } | MergeRefusal> {
  const tables = tablesOn(client)
  const owner = await tables
    .selectFrom('core.config_items')
    .select('scraper_id')
    .where('id', '=', newId)
    .executeTakeFirst()
  const scraperId = owner?.scraper_id ?? null
  if (scraperId === null) return 'unknown'
  await lockPublishing(client, scraperId)
  const rows = await findMergeCandidates(client, [oldId, newId])
  const [old, fresh] = [oldId, newId].map((id) => rows.find((row) => row.id === id))
  if (old === undefined || fresh === undefined || fresh.deleted) return 'unknown'
  if (old.type !== fresh.type || old.manual || fresh.manual) return 'unlike'
  if (!old.deleted && !old.missing) return 'seen'
  await client.query(stagingTables)
  await client.query(forgetStaged)
  const staged = newStagingContext({ id: scraperId, agentId: fresh.agent_id })
  await stageBatch(client, staged, [
    readyOf(old, fresh),
    {
      kind: 'change',
      item: { externalId: oldId },
      externalId: '',
      type: 'Renamed',
      severity: 'info',
      summary: `${old.name} is now ${fresh.name}`,
      by: by?.email,
      source: 'catalog',
      at: now,
      details: undefined,
      diff: undefined,
      patches: undefined,
      deletes: false,
    },
  ])
  await publishStaged(client, events, staged, { runId: undefined, began: now, now, detectsDeletions: false })
  for (const move of moveRows(oldId, newId)) await client.query(move)
  // Otherwise a silence or a component of the new item would name a deleted one.
  for (const follow of followers) await follow(client, { kind: 'configs', oldId: newId, newId: oldId })
  await client.query(countInsights(oldId))
  await sumCosts(client, [oldId], now)
  await moveBelow(client, [oldId])
  await recount(client, newId, () => tables.deleteFrom('core.config_items').where('id', '=', newId).execute())
  await tables
    .insertInto('core.config_item_joins')
    .values({ joined_id: newId, config_id: oldId, joined_by: by?.personId ?? null, joined_at: now })
    .onConflict((conflict) =>
      conflict
        .column('joined_id')
        .doUpdateSet((expressions) => ({ config_id: expressions.ref('excluded.config_id') })),
    )
    .execute()
  return { oldName: old.name, newName: fresh.name }
}
