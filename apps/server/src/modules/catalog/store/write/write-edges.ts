import type { ClientBase } from 'pg'
import sql, { raw, type Sql } from 'sql-template-tag'
import { resolvedEdges } from '../decide/resolve.ts'
import { scraperOf, type StagingContext } from '../stage/staged.ts'

/** `last_seen` of an edge is this much too old at most, so that a run does not write every edge again. */
const SEEN_EVERY = sql`interval '1 hour'`

/** What people and other clients call the edge from a parent. */
const PARENT_RELATION = 'hard'
const PARENT_SELECTOR = 'parent'

const removeParents = (now: Date): Sql => sql`
  update core.config_relationships as edge set deleted_at = ${now}, updated_at = ${now}
  from staged_items as found
  join core.config_items as item on item.id = found.id
  where edge.found_on = found.id and edge.selector_id = ${PARENT_SELECTOR} and edge.deleted_at is null
    and (item.parent_id is distinct from edge.config_id or item.deleted_at is not null)`

const addParents = (owner: string | null, now: Date): Sql => sql`
  insert into core.config_relationships as edge
    (config_id, related_id, relation, selector_id, scraper_id, found_on, created_at, updated_at, last_seen)
  select item.parent_id, item.id, ${PARENT_RELATION}, ${PARENT_SELECTOR}, ${owner}, item.id, ${now}, ${now}, ${now}
  from staged_items as found
  join core.config_items as item on item.id = found.id and item.parent_id is not null and item.deleted_at is null
  -- A conflict writes to the row that is there, even where nothing changes. The offset keeps this a look at an index for
  -- each row: joined, it takes minutes where the table has no statistics yet.
  where not exists (
    select from core.config_relationships as seen
    where seen.config_id = item.parent_id and seen.related_id = item.id and seen.relation = ${PARENT_RELATION}
      and seen.deleted_at is null and seen.last_seen >= ${now}::timestamptz - ${SEEN_EVERY}
    offset 0
  )
  on conflict (config_id, related_id, relation) do update
  set deleted_at = null, last_seen = excluded.last_seen, scraper_id = excluded.scraper_id,
    updated_at = case when edge.deleted_at is null then edge.updated_at else excluded.updated_at end
  where edge.deleted_at is not null or edge.last_seen < excluded.last_seen - ${SEEN_EVERY}`

const removeEdges = (owner: string | null, now: Date): Sql => sql`
  update core.config_relationships as edge set deleted_at = ${now}, updated_at = ${now}
  from staged_items as found
  where edge.found_on = found.id and edge.scraper_id = ${owner} and edge.selector_id <> ${PARENT_SELECTOR}
    and edge.deleted_at is null
    and not exists (
      select from staged_found_edges as seen
      where seen.config_id = edge.config_id and seen.related_id = edge.related_id and seen.relation = edge.relation
    )`

const addEdges = (owner: string | null, now: Date): Sql => sql`
  insert into core.config_relationships as edge
    (config_id, related_id, relation, selector_id, scraper_id, found_on, created_at, updated_at, last_seen)
  select config_id, related_id, relation, by, ${owner}, found_on, ${now}, ${now}, ${now} from staged_found_edges as found
  where not exists (
    select from core.config_relationships as seen
    where seen.config_id = found.config_id and seen.related_id = found.related_id and seen.relation = found.relation
      and seen.deleted_at is null and (
        seen.scraper_id is distinct from ${owner} or seen.selector_id = found.by and seen.found_on = found.found_on
          and seen.last_seen >= ${now}::timestamptz - ${SEEN_EVERY}
      )
    offset 0
  )
  on conflict (config_id, related_id, relation) do update
  set deleted_at = null, last_seen = excluded.last_seen, scraper_id = excluded.scraper_id, found_on = excluded.found_on,
    selector_id = excluded.selector_id,
    created_at = case when edge.deleted_at is null then edge.created_at else excluded.created_at end,
    updated_at = case when edge.deleted_at is null then edge.updated_at else excluded.updated_at end
  -- What a person or another scraper says stays theirs until they no longer do.
  where edge.deleted_at is not null
    or edge.scraper_id = ${owner} and (
      edge.last_seen < excluded.last_seen - ${SEEN_EVERY}
      or edge.selector_id <> excluded.selector_id or edge.found_on is distinct from excluded.found_on
    )`

// One statement for each end, so that each edge is looked up once: to gather both ends first took twice as long.
const removeOfDeleted = (end: 'config_id' | 'related_id', now: Date): Sql => sql`
  update core.config_relationships as edge set deleted_at = ${now}, updated_at = ${now}
  from staged_gone as gone
  where edge.${raw(end)} = gone.config_id and edge.deleted_at is null and edge.selector_id <> 'person'`

/** Removes the edges of what is gone, except those that people made. */
export async function removeEdgesOfDeleted(client: ClientBase, now: Date): Promise<void> {
  await client.query(removeOfDeleted('config_id', now))
  await client.query(removeOfDeleted('related_id', now))
}

/**
 * Writes the edges of a run. An edge goes when a run sees the item that it was found on, but not the edge.
 * @returns how many the run found
 */
export async function writeEdges(client: ClientBase, staged: StagingContext, now: Date): Promise<number> {
  const owner = scraperOf(staged)
  await client.query(removeParents(now))
  await client.query(addParents(owner, now))
  const { rowCount } = await client.query(sql`
    insert into staged_found_edges (config_id, related_id, relation, by, found_on) ${resolvedEdges(staged.scraper)}`)
  await client.query(removeEdges(owner, now))
  await client.query(addEdges(owner, now))
  return rowCount ?? 0
}
