import type { ClientBase } from 'pg'
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { ScraperIdentity } from '../input.ts'
import type { StagingContext } from '../stage/staged.ts'

type Owner = Pick<ScraperIdentity, 'id' | 'agentId'>

/**
 * SQL that finds the item that a reference names: by its id, else one of the run, else a stored one of its scraper, else one of its agent.
 * @param externalId expression
 * @param type expression, null if any type is meant
 * @param live whether deleted items are not meant
 */
function itemNamed(scraper: Owner, externalId: Sql, type: Sql, live: boolean): Sql {
  const isMeant = live ? sql`and stored.deleted_at is null` : empty
  return sql`coalesce(
    (
      -- Such as a change that somebody pushes to an item
      select stored.id from core.config_items as stored
      where stored.id = case
          when ${externalId} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${externalId}::uuid
        end
        and (${type} is null or stored.type = ${type}) ${isMeant}
    ),
    (
      select names.id from staged_names as names
      where names.external_id = ${externalId} and (${type} is null or names.type = ${type})
      order by names.id limit 1
    ),
    (
      select stored.id from core.config_items as stored
      where stored.external_id @> array[${externalId}] and (${type} is null or stored.type = ${type})
        and stored.agent_id = ${scraper.agentId} ${isMeant}
      order by stored.scraper_id is not distinct from ${scraper.id} desc, stored.deleted_at is null desc, stored.id limit 1
    )
  )`
}

// Many items have the same parent, so each reference is looked up once.
const resolveParents = (scraper: Owner): Sql => sql`
  with told as materialized (
    select child.id as child_id, parent.place, parent.reference ->> 'externalId' as external_id,
      parent.reference ->> 'type' as type
    from staged_items as child
    cross join lateral jsonb_array_elements(child.parents) with ordinality as parent (reference, place)
    where child.parents <> '[]'
  ),
  named as materialized (
    select parent.external_id, parent.type, ${itemNamed(scraper, sql`parent.external_id`, sql`parent.type`, true)} as id
    from (select distinct external_id, type from told) as parent
  )
  update staged_items as item set parent_id = found.id
  from (
    select distinct on (told.child_id) told.child_id, named.id
    from told
    join named on named.external_id = told.external_id and coalesce(named.type, '') = coalesce(told.type, '')
    where named.id is not null and named.id <> told.child_id
    order by told.child_id, told.place
  ) as found
  where item.id = found.child_id`

const resolveItems = (
  scraper: Owner,
  table: 'staged_changes' | 'staged_insights' | 'staged_deletions',
): Sql => sql`
  update ${raw(table)} as told
  set config_id = ${itemNamed(scraper, sql`told.item_external_id`, sql`told.item_type`, false)}
  where told.config_id is null`

// An item may have costs of several bills and currencies.
const resolveCosts = (scraper: Owner): Sql => sql`
  with named as materialized (
    select told.names, found.id
    from (select distinct names from staged_costs) as told
    cross join lateral (
      select item.id from jsonb_array_elements(told.names) with ordinality as one (name, place)
      cross join lateral (
        select ${itemNamed(scraper, sql`(one.name ->> 'externalId')`, sql`(one.name ->> 'type')`, false)} as id
      ) as item
      where item.id is not null order by one.place limit 1
    ) as found
  )
  update staged_costs as told set config_id = named.id from named where named.names = told.names`

/** Finds the items that a run names, before it writes any. */
export async function resolveReferences(
  client: ClientBase,
  { scraper, counts }: StagingContext,
): Promise<void> {
  await client.query(resolveParents(scraper))
  if (counts.changes > 0) await client.query(resolveItems(scraper, 'staged_changes'))
  if (counts.insights > 0) await client.query(resolveItems(scraper, 'staged_insights'))
  if (counts.costs > 0) await client.query(resolveCosts(scraper))
  if (counts.deletions > 0) await client.query(resolveItems(scraper, 'staged_deletions'))
}

/** Edges that the run finds: of which items, and what says so. A reference names one item, a selector any number. */
export const resolvedEdges = (scraper: Owner): Sql => sql`
  select distinct on (config_id, related_id, relation) config_id, related_id, relation, by, found_on
  from (
    select
      case when edge.incoming then target.id else edge.item_id end as config_id,
      case when edge.incoming then edge.item_id else target.id end as related_id,
      edge.relation, edge.by, edge.item_id as found_on
    from staged_edges as edge
    cross join lateral (
      select ${itemNamed(scraper, sql`edge.external_id`, sql`edge.type`, true)} as id
      where edge.external_id is not null and edge.name is null and edge.namespace is null and edge.labels is null
        and edge.scraper is null and edge.agent is null
      union all
      select stored.id from core.config_items as stored
      where (edge.external_id is null or edge.name is not null or edge.namespace is not null
          or edge.labels is not null or edge.scraper is not null or edge.agent is not null)
        and stored.deleted_at is null
        and (edge.external_id is not null or edge.type is not null or edge.name is not null or edge.labels is not null)
        and (edge.external_id is null or stored.external_id @> array[edge.external_id])
        and (edge.type is null or stored.type = edge.type)
        and (edge.name is null or stored.name = edge.name)
        and (edge.namespace is null or stored.namespace = edge.namespace)
        and (edge.labels is null or stored.labels @> edge.labels)
        and (
          edge.scraper = 'all'
          or stored.scraper_id = ${scraper.id} and edge.scraper is null
          or exists (
            select from core.config_scrapers as scrapers
            where scrapers.id = stored.scraper_id and edge.scraper in (scrapers.id::text, scrapers.name)
          )
        )
        and (
          edge.agent = 'all'
          or stored.agent_id = ${scraper.agentId} and edge.agent is null
          or exists (
            select from core.agents where agents.id = stored.agent_id and edge.agent in (agents.id::text, agents.name)
          )
        )
    ) as target
    join core.config_items as other on other.id = target.id and other.deleted_at is null
    join core.config_items as own on own.id = edge.item_id and own.deleted_at is null
    where target.id <> edge.item_id
  ) as found
  order by config_id, related_id, relation, by`
