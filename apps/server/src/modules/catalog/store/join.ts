import type { Json } from '@binnacle/plugin-kit/core'
import type { ClientBase } from 'pg'
import type { Events } from '../../../platform/events/index.ts'
import { recount } from './facets.ts'
import { lockPublishing, publishStaged } from './publish.ts'
import type { ItemProperty, ReadyItem } from './ready.ts'
import { stageBatch } from './stage.ts'
import { newStagingContext } from './staged.ts'
import { forgetStaged, stagingTables } from './tables.ts'
import { sumCosts } from './write-costs.ts'
import { moveBelow } from './write-items.ts'

/** Why two items cannot be joined. */
export type JoinRefusal = 'unknown' | 'unlike' | 'seen'

interface StoredHalf {
  id: string
  agent_id: string
  scraper_id: string | null
  type: string
  name: string
  config_class: string
  external_id: string[]
  description: string | null
  icon: string | null
  status: string | null
  health: ReadyItem['health'] | null
  ready: boolean | null
  labels: Record<string, string>
  tags: Record<string, string>
  own_tags: Record<string, string>
  properties: ItemProperty[]
  source: string | null
  scope: string
  deleted: boolean
  missing: boolean
  manual: boolean
  parent_id: string | null
  config: Json | null
}

const findHalves = `
  select items.id, items.agent_id, items.scraper_id, items.type, items.name, items.config_class, items.external_id,
    items.description, items.icon, items.status, items.health, items.ready, items.labels, items.tags,
    coalesce(notes.tags, '{}') as own_tags, items.properties, items.source, items.scope,
    items.deleted_at is not null as deleted, coalesce(live.missing_runs, 0) > 0 as missing, items.manual,
    items.parent_id, bodies.config
  from core.config_items as items
  left join core.config_item_notes as notes on notes.config_id = items.id
  left join core.config_item_liveness as live on live.config_id = items.id
  left join core.config_item_bodies as bodies on bodies.config_id = items.id
  where items.id in ($1, $2) order by items.id for update of items`

const findScraper = 'select scraper_id from core.config_items where id = $1'

/** What belongs to the new half becomes the old one's. The parameters are the old and the new id. */
const moves = [
  `insert into core.config_costs_daily as stored (config_id, day, currency, bill, cost)
   select $1, day, currency, bill, cost from core.config_costs_daily where config_id = $2
   on conflict (config_id, day, currency, bill) do update set cost = stored.cost + excluded.cost`,
  'update core.config_item_joins set config_id = $1 where config_id = $2',
  'update core.config_changes set config_id = $1 where config_id = $2',
  `insert into core.config_item_lags as lags (config_id, change_at, stored_at)
   select $1, change_at, stored_at from core.config_item_lags where config_id = $2
   on conflict (config_id) do update set change_at = excluded.change_at, stored_at = excluded.stored_at
   where lags.change_at < excluded.change_at`,
  `insert into core.config_change_keys (config_id, external_change_id, change_id, digest, seen_at)
   select $1, external_change_id, change_id, digest, seen_at from core.config_change_keys where config_id = $2
   on conflict do nothing`,
  'delete from core.config_change_keys where config_id = $2 and $1::uuid is not null',
  `insert into core.config_change_daily as daily (config_id, day, count)
   select $1, day, count from core.config_change_daily where config_id = $2
   on conflict (config_id, day) do update set count = daily.count + excluded.count`,
  `update core.config_analysis as insight set config_id = $1
   where config_id = $2 and not exists (
     select from core.config_analysis as own
     where own.config_id = $1 and own.analyzer = insight.analyzer and own.external_id = insight.external_id
   )`,
  `insert into core.config_item_stats as stats (config_id, changes_7d, changes_30d, open_analysis)
   select $1, changes_7d, changes_30d, '{}' from core.config_item_stats where config_id = $2
   on conflict (config_id) do update
   set changes_7d = stats.changes_7d + excluded.changes_7d, changes_30d = stats.changes_30d + excluded.changes_30d`,
  `insert into core.config_item_notes
     (config_id, owner_team_id, owner_person_id, notes, tags, archived_at, ignored_at, updated_by)
   select $1, owner_team_id, owner_person_id, notes, tags, archived_at, ignored_at, updated_by
   from core.config_item_notes where config_id = $2 on conflict do nothing`,
  `insert into core.config_field_values (config_id, field_id, text, number, day, person_id, updated_by)
   select $1, field_id, text, number, day, person_id, updated_by from core.config_field_values where config_id = $2
   on conflict do nothing`,
  `insert into core.config_component_relationships (component_id, config_id, selector_id, created_at, deleted_at)
   select component_id, $1, selector_id, created_at, deleted_at from core.config_component_relationships
   where config_id = $2 on conflict do nothing`,
  `insert into core.config_relationships as edge
     (config_id, related_id, relation, selector_id, scraper_id, found_on, properties, created_at, last_seen)
   select case when config_id = $2 then $1 else config_id end, case when related_id = $2 then $1 else related_id end,
     relation, selector_id, scraper_id, case when found_on = $2 then $1 else found_on end, properties, created_at, last_seen
   from core.config_relationships
   where (config_id = $2 or related_id = $2) and deleted_at is null and $1 not in (config_id, related_id)
   on conflict (config_id, related_id, relation) do update
   set deleted_at = null, last_seen = excluded.last_seen, found_on = excluded.found_on, updated_at = now()`,
  'update core.config_items set parent_id = $1 where parent_id = $2',
  `insert into core.check_config_relationships (config_id, check_id, selector_id, created_at, deleted_at)
   select $1, check_id, selector_id, created_at, deleted_at from core.check_config_relationships
   where config_id = $2 on conflict do nothing`,
  // A silence or a component that lost its item would concern nothing.
  'update core.notification_silences set config_id = $1 where config_id = $2',
  'update core.components set config_id = $1 where config_id = $2',
] as const

const remember = `
  insert into core.config_item_joins (joined_id, config_id, joined_by, joined_at) values ($1, $2, $3, $4)
  on conflict (joined_id) do update set config_id = excluded.config_id`

const countInsights = `
  update core.config_item_stats set open_analysis = coalesce((
    select jsonb_object_agg(counted.analysis_type, counted.count) from (
      select analysis_type, count(*) from core.config_analysis
      where config_id = $1 and status = 'open' group by analysis_type
    ) as counted
  ), '{}') where config_id = $1`

function readyOf(old: StoredHalf, fresh: StoredHalf): ReadyItem {
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

/** What joining needs to know. */
export interface Joining {
  oldId: string
  newId: string
  now: Date
  /** The person who joins; undefined where a stable key does. */
  by: { personId: string; email: string } | undefined
}

/**
 * Joins two items that are one thing: the old one goes on with the name and document of the new one, and keeps its id, history,
 * notes and edges. What the new one had becomes its own. Later runs find the old one by the new name.
 * @returns the names of both, or why they cannot be joined
 */
export async function joinItems(
  client: ClientBase,
  events: Events,
  { oldId, newId, now, by }: Joining,
): Promise<{ oldName: string; newName: string } | JoinRefusal> {
  const owner = await client.query<{ scraper_id: string | null }>(findScraper, [newId])
  const scraperId = owner.rows[0]?.scraper_id
  if (typeof scraperId !== 'string') return 'unknown'
  await lockPublishing(client, scraperId)
  const { rows } = await client.query<StoredHalf>(findHalves, [oldId, newId])
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
  await publishStaged(client, events, staged, { runId: undefined, began: now, now, sweeps: false })
  for (const move of moves) await client.query(move, [oldId, newId])
  await client.query(countInsights, [oldId])
  await sumCosts(client, [oldId], now)
  await moveBelow(client, [oldId])
  await recount(client, newId, () => client.query('delete from core.config_items where id = $1', [newId]))
  await client.query(remember, [newId, oldId, by?.personId ?? null, now])
  return { oldName: old.name, newName: fresh.name }
}
