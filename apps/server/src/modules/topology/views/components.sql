-- After: masked
-- Components, and what they have to do with each other, under the names that clients know.
create view api.components as
select
  components.id, components.agent_id, components.topology_id, components.external_id, components.parent_id,
  components.config_id, components.name, components.name as title, components.text, components.topology_type,
  components.namespace, components.labels, components.hidden, components.silenced,
  coalesce(states.status, components.status) as status, components.status_expr,
  coalesce(states.health, components.health) as health, components.health_expr,
  coalesce(states.status_reason, components.status_reason) as status_reason, states.since as health_since,
  components.description, components.lifecycle, components.tooltip, components.schedule, components.icon,
  components.type, components.owner, components.selectors, components.log_selectors,
  derived.masked(components.component_checks) as component_checks,
  components.configs, components.properties, components.path, coalesce(states.summary, '{}') as summary,
  components.is_leaf, core.component_cost(states.gives, 'cost_per_minute') as cost_per_minute,
  core.component_cost(states.gives, 'cost_total_1d') as cost_total_1d,
  core.component_cost(states.gives, 'cost_total_7d') as cost_total_7d,
  core.component_cost(states.gives, 'cost_total_30d') as cost_total_30d, components.created_by, components.created_at, components.updated_at, components.deleted_at
from core.components
left join core.component_states as states on states.component_id = components.id;

create view api.component_names as
select id, path, external_id, type, name, created_at, updated_at, icon, parent_id
from core.components
where deleted_at is null and not hidden;

create view api.component_names_all as
select id, path, external_id, type, name, created_at, updated_at, deleted_at, icon, parent_id, hidden
from core.components;

-- Each step looks up the next type in the index: a distinct over all components reads all of them.
create view api.component_types as
with recursive types as (
  select min(type) as type from core.components where deleted_at is null
  union all
  select (select min(next.type) from core.components as next where next.deleted_at is null and next.type > types.type)
  from types where types.type is not null
)
select type from types where type is not null;

create view api.component_labels as
select distinct label.key, label.value
from core.components, jsonb_each_text(components.labels) as label
where components.deleted_at is null;

create view api.components_with_logs as
select id, name, icon, type, namespace, labels, parent_id, log_selectors
from core.components
where deleted_at is null and jsonb_array_length(log_selectors) > 0;

create view api.component_relationships as
select
  component_id, relationship_id, selector_id, kind, relationship_path, refused, created_at, updated_at, deleted_at
from core.component_relationships;

create view api.team_components as
select team_id, component_id, role, selector_id
from core.team_components;

create view api.component_transitions as
select component_id, at, health, previous, status, reason
from core.component_transitions;

create view api.component_health_daily as
select component_id, day, healthy, warning, unhealthy, unknown, transitions
from core.component_health_daily;

create function api.lookup_component_by_property(name text, text text) returns setof api.components
language sql stable
as $$
  select * from api.components
  where components.deleted_at is null
    and components.properties @> jsonb_build_array(jsonb_build_object(
      'name', lookup_component_by_property.name, 'text', lookup_component_by_property.text
    ))
$$;

-- A component and what is below it, at most `depth` steps.
create function api.lookup_component_children(id text, depth integer default -1)
returns table (child_id uuid, parent_id uuid, level integer)
language sql stable
as $$
  with recursive below as (
    select components.id, components.parent_id, 0 as level from core.components
    where components.id = lookup_component_children.id::uuid
    union all
    select components.id, components.parent_id, below.level + 1 from below
    join core.components on components.parent_id = below.id
    where components.deleted_at is null
      and below.level < case when depth < 0 then 10 else least(depth, 50) end
  )
  select below.id, below.parent_id, below.level from below
$$;

-- Ids of components that have to do with one.
create function api.lookup_component_relations(component_id text) returns table (id uuid)
language sql stable
as $$
  select relationship_id from core.component_relationships as related
  where related.component_id = lookup_component_relations.component_id::uuid and related.deleted_at is null
  union
  select related.component_id from core.component_relationships as related
  where related.relationship_id = lookup_component_relations.component_id::uuid and related.deleted_at is null
$$;

create function api.lookup_component_names(components text[]) returns table (id uuid, name text)
language sql stable
as $$
  select components.id, components.name from core.components
  where components.id = any (lookup_component_names.components::uuid[])
$$;

create function api.lookup_components_by_check(id uuid) returns setof api.components
language sql stable
as $$
  select * from api.components
  where components.deleted_at is null and components.id in (
    select link.component_id from core.check_component_relationships as link
    where link.check_id = lookup_components_by_check.id and link.deleted_at is null
  )
$$;

create function api.lookup_components_by_config(id text) returns table (component_id uuid, type text, name text)
language sql stable
as $$
  select components.id, components.type, components.name from core.config_component_relationships as link
  join core.components on components.id = link.component_id and components.deleted_at is null
  where link.config_id = lookup_components_by_config.id::uuid and link.deleted_at is null
$$;

create function api.lookup_configs_by_component(id text) returns table (config_id uuid, type text, name text)
language sql stable
as $$
  select items.id, items.type, items.name from core.config_component_relationships as link
  join core.config_items as items on items.id = link.config_id
  where link.component_id = lookup_configs_by_component.id::uuid and link.deleted_at is null
$$;
