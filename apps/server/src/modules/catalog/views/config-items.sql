-- After: config-fields, config-renames, config-revisions
-- Catalog items under the names that clients know. Plain columns first, then left joins on unique keys, so that counts
-- leave them out.

create view api.configs as
select
  items.id, items.scraper_id, items.agent_id, items.config_class, items.external_id, items.type, items.name,
  items.namespace, items.description, items.source, items.icon, items.status, items.health, items.ready, items.labels,
  items.tags, items.path, items.parent_id, items.manual, items.created_by, items.created_at, items.updated_at,
  items.deleted_at, items.delete_reason, items.cost_per_minute, items.cost_total_1d, items.cost_total_7d,
  items.cost_total_30d,
  coalesce(stats.changes_7d, 0) as changes,
  coalesce(stats.open_analysis, '{}') as analysis,
  live.last_scraped_time,
  notes.archived_at,
  notes.owner_team_id,
  notes.owner_person_id
from core.config_items as items
left join core.config_item_stats as stats on stats.config_id = items.id
left join core.config_item_liveness as live on live.config_id = items.id
left join core.config_item_notes as notes on notes.config_id = items.id;

create view api.config_items as
select
  id, scraper_id, agent_id, config_class, type, name, external_id, description, icon, status, health, ready, labels,
  tags, properties, source, path, parent_id, created_by, created_at, updated_at, deleted_at, delete_reason,
  cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d
from core.config_items;

-- Costs of items by day, added up over all bills. Queries name one item.
create view api.config_costs as
select config_id, day, currency, sum(cost) as cost from core.config_costs_daily group by config_id, day, currency;

-- One item with its document and the counts of its tabs. Counts are looked up item by item: ask for one by its id.
create view api.config_detail as
select
  items.id, items.scraper_id, items.agent_id, items.config_class, items.external_id, items.type, items.name,
  items.namespace, items.description, items.source, items.icon, items.status, items.health, items.ready, items.labels,
  items.tags, items.properties, items.path, items.parent_id, items.manual, items.created_by, items.created_at,
  items.updated_at, items.deleted_at, items.delete_reason, items.cost_per_minute, items.cost_total_1d,
  items.cost_total_7d, items.cost_total_30d,
  bodies.config,
  bodies.version,
  bodies.changed_at,
  live.last_scraped_time,
  notes.notes,
  derived.fields_of(items.id, items.type) as fields,
  derived.renames_of(items.id) as renames,
  case when items.manual then derived.revision_of(items.id) end as revision,
  notes.tags as own_tags,
  notes.archived_at,
  notes.ignored_at,
  notes.owner_team_id,
  notes.owner_person_id,
  case
    when owner_teams.id is not null
      then jsonb_build_object('kind', 'team', 'id', owner_teams.id, 'name', owner_teams.name)
    when owner_people.id is not null
      then jsonb_build_object('kind', 'person', 'id', owner_people.id, 'name', owner_people.name)
  end as owner,
  case when agents.id is not null then jsonb_build_object('id', agents.id, 'name', agents.name) end as agent,
  jsonb_build_object(
    'changes', coalesce(stats.changes_7d, 0),
    'analysis', (
      select count(*) from core.config_analysis as insight
      where insight.config_id = items.id and insight.status = 'open'
    ),
    -- Two items may be related in several ways; people look for the items.
    'relationships', (
      select count(*) from (
        select edge.related_id from core.config_relationships as edge
        where edge.config_id = items.id and edge.deleted_at is null and edge.related_id <> items.id
        union
        select edge.config_id from core.config_relationships as edge
        where edge.related_id = items.id and edge.deleted_at is null and edge.config_id <> items.id
      ) as neighbors
    ),
    'playbook_runs', 0,
    'checks', (
      select count(distinct link.check_id) from core.check_config_relationships as link
      where link.config_id = items.id and link.deleted_at is null
    )
  ) as summary
from core.config_items as items
left join core.config_item_bodies as bodies on bodies.config_id = items.id
left join core.config_item_stats as stats on stats.config_id = items.id
left join core.config_item_liveness as live on live.config_id = items.id
left join core.config_item_notes as notes on notes.config_id = items.id
left join core.teams as owner_teams on owner_teams.id = notes.owner_team_id and owner_teams.deleted_at is null
left join core.people as owner_people on owner_people.id = notes.owner_person_id and owner_people.deleted_at is null
left join core.agents on agents.id = items.agent_id;

create view api.config_names as
select id, type, external_id, name, icon, config_class, deleted_at
from core.config_items;

-- Values that filters offer. They are counted as items are stored.
create view api.config_types as
select value as type, count from core.config_facets where kind = 'type' and count > 0;

create view api.config_classes as
select value as config_class, count from core.config_facets where kind = 'class' and count > 0;

create view api.config_statuses as
select value as status, count from core.config_facets where kind = 'status' and count > 0;

create view api.config_tags as
select key, value, count from core.config_facets where kind = 'tag' and count > 0;

create view api.config_labels as
select key, value, count from core.config_facets where kind = 'label' and count > 0;

-- What each type has: the counts, and what is not added to them yet. A time that left counts until it is added.
create view derived.type_counts as
select type, archived, health, metric, value, at from core.config_type_counts
union all
select type, archived, health, metric, value, case when value > 0 then at end from core.config_type_deltas;

-- The same by groupings that are counted.
create view derived.grouping_counts as
select grouping_id, key, archived, health, metric, value, at from core.config_grouping_counts
union all
select grouping_id, key, archived, health, metric, value, case when value > 0 then at end
from core.config_grouping_deltas;

-- What each type has, without filters.
create view api.config_summary as
select
  type,
  max(at) filter (where metric = 'created_at') as created_at,
  max(at) filter (where metric = 'updated_at') as updated_at,
  (sum(value) filter (where metric = 'count'))::bigint as total_configs,
  nullif(sum(value) filter (where metric = 'cost_per_minute'), 0) as cost_per_minute,
  nullif(sum(value) filter (where metric = 'cost_total_1d'), 0) as cost_total_1d,
  nullif(sum(value) filter (where metric = 'cost_total_7d'), 0) as cost_total_7d,
  nullif(sum(value) filter (where metric = 'cost_total_30d'), 0) as cost_total_30d,
  coalesce(sum(value) filter (where metric = 'changes_30d'), 0)::bigint as changes
from derived.type_counts
where not archived
group by type
having sum(value) filter (where metric = 'count') > 0;

create view api.config_item_notes as
select
  config_id, owner_team_id, owner_person_id, notes, derived.field_values(config_id) as fields, tags, archived_at, ignored_at, updated_by, created_at,
  updated_at
from core.config_item_notes;
