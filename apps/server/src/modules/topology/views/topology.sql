-- After: canaries, check-summary
-- Checks and changes of components, under the names that clients know.
create view api.checks_by_component as
select
  link.component_id, checks.id, checks.type, checks.name, checks.severity, checks.status, checks.state, checks.icon,
  checks.last_runtime, checks.canary_id, checks.deleted_at,
  -- Each by itself, so that who asks for neither does not wait for them.
  (select summary.uptime from api.check_summary as summary where summary.id = link.check_id) as uptime,
  (select summary.latency from api.check_summary as summary where summary.id = link.check_id) as latency
from (
  select distinct component_id, check_id from core.check_component_relationships where deleted_at is null
) as link
join api.checks on checks.id = link.check_id;

-- How many checks of a component are in each state.
create view api.check_summary_by_component as
select counted.component_id, jsonb_object_agg(counted.state, counted.count) as checks
from (
  select link.component_id, coalesce(state.state::text, 'unknown') as state, count(distinct link.check_id) as count
  from core.check_component_relationships as link
  join core.checks on checks.id = link.check_id and checks.deleted_at is null
  left join core.check_state as state on state.check_id = link.check_id
  where link.deleted_at is null
  group by 1, 2
) as counted
group by counted.component_id;

create function api.check_summary_for_component(id uuid) returns setof api.check_summary
language sql stable
as $$
  select checks.* from api.check_summary as checks
  where checks.id in (
    select link.check_id from core.check_component_relationships as link
    where link.component_id = check_summary_for_component.id and link.deleted_at is null
  )
$$;

create function api.lookup_changes_by_component(id uuid) returns setof core.config_changes
language sql stable
as $$
  select changes.* from core.config_component_relationships as link
  join core.config_changes as changes on changes.config_id = link.config_id
  where link.component_id = lookup_changes_by_component.id and link.deleted_at is null
$$;

-- Components whose catalog item is below that of another one.
create function api.lookup_component_config_id_related_components(component_id text) returns table (id uuid)
language sql stable
as $$
  select below.id from core.components as component
  join core.config_items as item on item.id = component.config_id
  join core.config_items as inner_item
    on inner_item.path >= concat_ws('.', nullif(item.path, ''), item.id::text)
      and inner_item.path < concat_ws('.', nullif(item.path, ''), item.id::text) || '~'
  join core.components as below on below.config_id = inner_item.id and below.deleted_at is null
  where component.id = lookup_component_config_id_related_components.component_id::uuid
$$;
