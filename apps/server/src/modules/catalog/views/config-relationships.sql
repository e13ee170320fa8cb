-- The graph of items, and what else belongs to them, under the names that clients know.

create view api.config_relationships as
select
  config_id, related_id, relation, selector_id, scraper_id, properties, created_at, updated_at, last_seen, deleted_at
from core.config_relationships;

create view api.config_component_relationships as
select config_id, component_id, selector_id, created_at, updated_at, deleted_at
from core.config_component_relationships;

create view api.changes_by_component as
select
  changes.id, changes.id as change_id, changes.config_id, items.name, items.config_class, items.type,
  changes.change_type, changes.created_at, changes.created_by, changes.severity, changes.summary, link.component_id,
  items.deleted_at as config_deleted_at, notes.archived_at as config_archived_at
from core.config_component_relationships as link
join core.config_changes as changes on changes.config_id = link.config_id
join core.config_items as items on items.id = link.config_id
left join core.config_item_notes as notes on notes.config_id = link.config_id
where link.deleted_at is null;

create view api.analysis_by_component as
select
  insight.id as analysis_id, insight.config_id, items.name, items.config_class, items.type, insight.analysis_type,
  insight.summary, insight.message, insight.severity, insight.first_observed, insight.last_observed, insight.created_by, link.component_id
from core.config_component_relationships as link
join core.config_analysis as insight on insight.config_id = link.config_id and insight.status = 'open'
join core.config_items as items on items.id = link.config_id and items.deleted_at is null
where link.deleted_at is null
  and not exists (
    select from core.config_item_notes as notes where notes.config_id = items.id and notes.archived_at is not null
  );

-- Items that are reached from some items, each once, with its least distance: those that are nearest first, and no more
-- than `most_nodes`. `direction` is incoming, outgoing or all; `relations` is hard or both, for each way.
create function derived.walk_configs(
  starts uuid[], direction text, incoming text, outgoing text, depth integer, most_nodes integer, with_deleted boolean
) returns table (id uuid, distance integer)
language plpgsql stable
as $$
declare
  reached uuid[] := starts;
  border uuid[] := starts;
  beyond uuid[];
  found uuid[];
  place integer;
  size integer;
begin
  return query select unnest(starts), 0;
  for level in 1..depth loop
    exit when cardinality(border) = 0 or cardinality(reached) >= most_nodes;
    beyond := '{}';
    place := 1;
    -- The edges of a whole level may be hundreds of times as many as there is room for. So they are read for a part of
    -- the level, then for one of twice its size, until there is no room.
    size := 32;
    while place <= cardinality(border) and cardinality(reached) < most_nodes loop
      select array_agg(next.id) into found from (
        select items.id from (
          select edge.related_id as id from core.config_relationships as edge
          where direction in ('outgoing', 'all') and edge.config_id = any (border[place : place + size - 1])
            and edge.deleted_at is null and (outgoing <> 'hard' or edge.relation = 'hard')
          union
          select edge.config_id from core.config_relationships as edge
          where direction in ('incoming', 'all') and edge.related_id = any (border[place : place + size - 1])
            and edge.deleted_at is null and (incoming <> 'hard' or edge.relation = 'hard')
        ) as step
        join core.config_items as items on items.id = step.id and (with_deleted or items.deleted_at is null)
        where not exists (select from unnest(reached) as known (id) where known.id = step.id)
        limit most_nodes - cardinality(reached)
      ) as next;
      beyond := beyond || coalesce(found, '{}');
      reached := reached || coalesce(found, '{}');
      place := place + size;
      size := 2 * size;
    end loop;
    border := beyond;
    return query select unnest(beyond), level;
  end loop;
end
$$;

create function api.related_configs_recursive(
  config_id uuid, type_filter text default 'outgoing', include_deleted_configs boolean default false,
  max_depth integer default 5, incoming_relation text default 'both', outgoing_relation text default 'both',
  most_nodes integer default 1000
) returns table (
  id uuid, name text, type text, config_class text, icon text, related_ids uuid[], tags jsonb, labels jsonb,
  changes bigint, analysis jsonb, health text, ready boolean, status text, cost_per_minute numeric,
  cost_total_1d numeric, cost_total_7d numeric, cost_total_30d numeric, created_at timestamptz, updated_at timestamptz,
  deleted_at timestamptz, agent_id uuid, path text, distance integer,
  -- Whether there is more than the answer contains, which the walk did not reach
  is_cut boolean
)
language sql stable
as $$
  with recursive above as (
    select items.id, items.parent_id, 0 as height from core.config_items as items
    where items.id = related_configs_recursive.config_id
    union all
    select items.id, items.parent_id, above.height + 1 from above
    join core.config_items as items on items.id = above.parent_id
    where above.height < 50
  ),
  walked as materialized (
    select walk.id, min(walk.distance) as distance from (
      select reached.id, reached.distance
      from derived.walk_configs(
        array[related_configs_recursive.config_id], type_filter, incoming_relation, outgoing_relation,
        least(greatest(max_depth, 0), 50), least(greatest(most_nodes, 1), 5000), include_deleted_configs
      ) as reached
      union all
      select above.id, above.height from above where above.height > 0 and max_depth > 0
    ) as walk
    group by walk.id
  ),
  edges as (
    select edge.config_id as id, array_agg(distinct edge.related_id) as related_ids
    from core.config_relationships as edge
    join walked on walked.id = edge.config_id
    join walked as other on other.id = edge.related_id
    where edge.deleted_at is null
    group by edge.config_id
  )
  select
    items.id, items.name, items.type, items.config_class, items.icon, coalesce(edges.related_ids, '{}'), items.tags,
    items.labels, coalesce(stats.changes_7d, 0)::bigint, coalesce(stats.open_analysis, '{}'), items.health,
    items.ready, items.status, items.cost_per_minute, items.cost_total_1d, items.cost_total_7d, items.cost_total_30d,
    items.created_at, items.updated_at, items.deleted_at, items.agent_id, items.path, walked.distance,
    (select count(*) from walked) >= least(greatest(most_nodes, 1), 5000)
  from walked
  join core.config_items as items on items.id = walked.id
  left join core.config_item_stats as stats on stats.config_id = items.id
  left join edges on edges.id = items.id
  order by walked.distance, items.type, items.name, items.id
$$;

create function api.lookup_analysis_by_component(id uuid, with_archived boolean default false)
returns setof core.config_analysis
language sql stable
as $$
  select insight.* from core.config_component_relationships as link
  join core.config_analysis as insight on insight.config_id = link.config_id
  where link.component_id = lookup_analysis_by_component.id and link.deleted_at is null
    and (with_archived or not exists (
      select from core.config_item_notes as notes where notes.config_id = link.config_id and notes.archived_at is not null
    ))
$$;
