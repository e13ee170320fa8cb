-- Topologies, all that is known of their components, what depends on what, and how healthy everything is and was.

-- What a tree of components is made from.
create table core.topologies (
  id uuid primary key default core.new_id(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000' references core.agents,
  name text not null check (name <> ''),
  namespace text not null default 'default',
  labels jsonb not null default '{}',
  source text,
  -- As people wrote it, with sealed secrets
  spec jsonb not null default '{}',
  schedule text,
  -- Why the last run failed; null after a run that did not
  error text,
  error_at timestamptz,
  -- When the next run begins; null while nothing is scheduled
  due_at timestamptz,
  -- When the last run ended that saw everything
  complete_at timestamptz,
  created_by uuid references core.people on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Changes with each save
  revision uuid not null default core.new_id(),
  -- The spec as it was typed, sealed, without its secrets
  text text
);
create unique index topologies_identity on core.topologies (agent_id, name, namespace, coalesce(source, 'UI'))
where deleted_at is null;
create index topologies_due on core.topologies (due_at) where deleted_at is null;
create index topologies_created_by on core.topologies (created_by);
create trigger topologies_updated before update of name, namespace, labels, source, spec, schedule, deleted_at
on core.topologies for each row execute function core.touch_updated_at();
select core.announce_changes_of('core.topologies', 'topologies', 'id');

-- What the source of a component says of it. `health` and `status` are what the source says; what holds in the end is in
-- core.component_states.
create table core.components (
  id uuid primary key default core.new_id(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000' references core.agents,
  parent_id uuid references core.components on delete cascade,
  external_id text not null,
  name text not null check (name <> ''),
  namespace text,
  type text,
  icon text,
  status text,
  health text,
  labels jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  topology_id uuid references core.topologies on delete cascade,
  config_id uuid references core.config_items on delete set null,
  text text,
  topology_type text,
  hidden boolean not null default false,
  silenced boolean not null default false,
  status_expr text,
  health_expr text,
  status_reason text,
  description text,
  lifecycle text,
  tooltip text,
  schedule text,
  owner text,
  selectors jsonb not null default '[]',
  -- What it says of its logs: [{name, type, labels}]
  log_selectors jsonb not null default '[]',
  component_checks jsonb not null default '[]',
  configs jsonb not null default '[]',
  properties jsonb not null default '[]',
  -- Ids of its ancestors, the outermost first, separated by dots; empty for a root
  path text not null default '',
  is_leaf boolean not null default true,
  -- Place among its siblings, as its source orders them
  position integer,
  -- Digest of what the last run wrote, so that a run that sees the same writes nothing
  hash text,
  created_by uuid references core.people on delete set null
);
create index components_name on core.components (name, id) where deleted_at is null;
create index components_parent on core.components (parent_id);
create index components_agent on core.components (agent_id);
-- A component keeps its id when it goes and comes back, so deleted ones count too.
create unique index components_identity on core.components (topology_id, external_id, coalesce(type, ''))
where topology_id is not null;
create index components_topology on core.components (topology_id) where deleted_at is null;
create index components_config on core.components (config_id) where config_id is not null;
create index components_path on core.components (path text_pattern_ops);
create index components_properties on core.components using gin (properties jsonb_path_ops);
create index components_labels on core.components using gin (labels jsonb_path_ops);
create index components_search on core.components using gin (name gin_trgm_ops, type gin_trgm_ops);
create index components_type on core.components (type, name) where deleted_at is null;
create index components_deleted on core.components (deleted_at) where deleted_at is not null;
create index components_created_by on core.components (created_by) where created_by is not null;
create index components_with_selectors on core.components (id)
where deleted_at is null and selectors <> '[]';
create index components_with_checks on core.components (id)
where deleted_at is null and component_checks <> '[]';
create index components_with_configs on core.components (id)
where deleted_at is null and configs <> '[]';
-- Every component has log selectors, most of them none.
create index logged_components_name on core.components (name)
where deleted_at is null and jsonb_array_length(log_selectors) > 0;
-- What selectors of components compare, which would read all components otherwise.
create index components_label_values on core.components using gin (lower(labels::text) gin_trgm_ops)
where deleted_at is null;
create index components_namespace on core.components (namespace, name) where deleted_at is null;
create index components_owner on core.components (owner, name) where owner is not null and deleted_at is null;
create index components_topology_type on core.components (topology_type, name)
where topology_type is not null and deleted_at is null;
-- Each run of a topology asks which components earlier topologies have too: by the ids of the run, not by reading all components
create index components_external on core.components (external_id, coalesce(type, ''))
where topology_id is not null and deleted_at is null;
create trigger components_updated before update on core.components
for each row execute function core.touch_updated_at();

-- Ends what held of components, and begins what holds now. What held for no time, within one transaction, goes.
create function core.keep_component_versions() returns trigger
language plpgsql
as $$
declare
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    changed := array(select id from new_rows);
  elsif tg_op = 'DELETE' then
    changed := array(select id from old_rows);
  else
    changed := array(
      select fresh.id from new_rows as fresh join old_rows as before on before.id = fresh.id
      where (fresh.topology_id, fresh.agent_id, fresh.external_id, fresh.parent_id, fresh.path, fresh.position, fresh.name,
          fresh.text, fresh.type, fresh.topology_type, fresh.namespace, fresh.icon, fresh.owner, fresh.lifecycle,
          fresh.labels, fresh.hidden, fresh.deleted_at)
        is distinct from (before.topology_id, before.agent_id, before.external_id, before.parent_id, before.path,
          before.position, before.name, before.text, before.type, before.topology_type, before.namespace, before.icon,
          before.owner, before.lifecycle, before.labels, before.hidden, before.deleted_at)
    );
  end if;
  if cardinality(changed) = 0 then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from core.component_versions
    where component_id = any (changed) and valid_to is null and valid_from >= now();
    update core.component_versions set valid_to = now() where component_id = any (changed) and valid_to is null;
  end if;
  if tg_op <> 'DELETE' then
    insert into core.component_versions (component_id, valid_from, topology_id, agent_id, external_id, parent_id, path,
      position, name, text, type, topology_type, namespace, icon, owner, lifecycle, labels, hidden, created_at)
    select id, now(), topology_id, agent_id, external_id, parent_id, path, position, name, text, type, topology_type,
      namespace, icon, owner, lifecycle, labels, hidden, created_at
    from new_rows where deleted_at is null and id = any (changed);
  end if;
  return null;
end
$$;

create trigger versions_insert after insert on core.components referencing new table as new_rows
for each statement execute function core.keep_component_versions();
create trigger versions_update after update on core.components referencing old table as old_rows new table as new_rows
for each statement execute function core.keep_component_versions();
create trigger versions_delete after delete on core.components referencing old table as old_rows
for each statement execute function core.keep_component_versions();
select core.announce_changes_of('core.components', 'components', 'id');

-- Which checks belong to which components. The selector that found the check is part of the key, as several may find it.
create table core.check_component_relationships (
  component_id uuid not null references core.components on delete cascade,
  check_id uuid not null references core.checks on delete cascade,
  selector_id text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (component_id, check_id, selector_id)
);
create index check_component_relationships_check on core.check_component_relationships (check_id);
create trigger check_component_relationships_updated before update on core.check_component_relationships
for each row execute function core.touch_updated_at();
select core.announce_changes_of('core.check_component_relationships', 'components', 'component_id');

-- Which checks belong to which items. The selector that found the check is part of the key, as several may find it.
create table core.check_config_relationships (
  config_id uuid not null references core.config_items on delete cascade,
  check_id uuid not null references core.checks on delete cascade,
  selector_id text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (config_id, check_id, selector_id)
);
create index check_config_relationships_check on core.check_config_relationships (check_id);
create trigger check_config_relationships_updated before update on core.check_config_relationships
for each row execute function core.touch_updated_at();
-- Pages of catalog items list their checks.
select core.announce_changes_of('core.check_config_relationships', 'configs', 'config_id');

-- Which items belong to which components.
create table core.config_component_relationships (
  component_id uuid not null references core.components on delete cascade,
  config_id uuid not null references core.config_items on delete cascade,
  selector_id text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (component_id, config_id, selector_id)
);
create index config_component_relationships_config on core.config_component_relationships (config_id);
create trigger config_component_relationships_updated before update on core.config_component_relationships
for each row execute function core.touch_updated_at();
select core.announce_changes_of('core.config_component_relationships', 'components', 'component_id');

-- What a component has to do with another one that is not its parent. `child`: it also appears below it, and counts
-- there. `dependency`: it needs it, and is at risk while that one is unhealthy.
create table core.component_relationships (
  -- For `child` the one below; for `dependency` the one that needs the other
  component_id uuid not null references core.components on delete cascade,
  -- For `child` the one above; for `dependency` the one that is needed
  relationship_id uuid not null references core.components on delete cascade,
  -- Who says so: a run of the topology (`tree`), or a selector
  selector_id text not null default '',
  kind text not null default 'child' check (kind in ('child', 'dependency')),
  relationship_path text,
  -- Why it does not count: it would close a circle
  refused text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (component_id, relationship_id, selector_id),
  check (component_id <> relationship_id)
);
create index component_relationships_other on core.component_relationships (relationship_id, component_id)
where deleted_at is null;
create index component_relationships_refused on core.component_relationships (component_id) where refused is not null;
create trigger component_relationships_updated before update on core.component_relationships
for each row execute function core.touch_updated_at();

-- As core.keep_component_versions, for what components have to do with each other. What is refused does not hold.
create function core.begin_relationship_versions() returns trigger
language plpgsql
as $$
begin
  insert into core.component_relationship_versions (component_id, relationship_id, selector_id, kind, valid_from)
  select component_id, relationship_id, selector_id, kind, now() from new_rows
  where deleted_at is null and refused is null;
  return null;
end
$$;

create trigger versions_insert after insert on core.component_relationships referencing new table as new_rows
for each statement execute function core.begin_relationship_versions();

create function core.change_relationship_versions() returns trigger
language plpgsql
as $$
begin
  delete from core.component_relationship_versions as version using new_rows as fresh
  where (version.component_id, version.relationship_id, version.selector_id)
      = (fresh.component_id, fresh.relationship_id, fresh.selector_id)
    and version.valid_to is null and version.valid_from >= now();
  update core.component_relationship_versions as version set valid_to = now() from new_rows as fresh
  where (version.component_id, version.relationship_id, version.selector_id)
      = (fresh.component_id, fresh.relationship_id, fresh.selector_id)
    and version.valid_to is null
    and (fresh.deleted_at is not null or fresh.refused is not null or fresh.kind <> version.kind);
  insert into core.component_relationship_versions (component_id, relationship_id, selector_id, kind, valid_from)
  select component_id, relationship_id, selector_id, kind, now() from new_rows as fresh
  where fresh.deleted_at is null and fresh.refused is null
    and not exists (
      select from core.component_relationship_versions as version
      where (version.component_id, version.relationship_id, version.selector_id)
          = (fresh.component_id, fresh.relationship_id, fresh.selector_id)
        and version.valid_to is null
    );
  return null;
end
$$;

create trigger versions_update after update on core.component_relationships referencing new table as new_rows
for each statement execute function core.change_relationship_versions();

create function core.end_relationship_versions() returns trigger
language plpgsql
as $$
begin
  delete from core.component_relationship_versions as version using old_rows as gone
  where (version.component_id, version.relationship_id, version.selector_id)
      = (gone.component_id, gone.relationship_id, gone.selector_id)
    and version.valid_to is null and version.valid_from >= now();
  update core.component_relationship_versions as version set valid_to = now() from old_rows as gone
  where (version.component_id, version.relationship_id, version.selector_id)
      = (gone.component_id, gone.relationship_id, gone.selector_id)
    and version.valid_to is null;
  return null;
end
$$;

create trigger versions_delete after delete on core.component_relationships referencing old table as old_rows
for each statement execute function core.end_relationship_versions();
select core.announce_changes_of('core.component_relationships', 'components', 'component_id');

-- Which teams own a component.
create table core.team_components (
  team_id uuid not null references core.teams on delete cascade,
  component_id uuid not null references core.components on delete cascade,
  role text,
  -- The selector of the team that chose it; empty where a person did
  selector_id text not null default '',
  primary key (team_id, component_id, selector_id)
);
create index team_components_component on core.team_components (component_id);
select core.announce_changes_of('core.team_components', 'components', 'component_id');

-- How a component is, with everything below it. Every change of a check writes here, so it contains nothing else. Costs are
-- counted in ten-thousandths: whole numbers, which can be added and taken away without end.
create table core.component_states (
  component_id uuid primary key references core.components on delete cascade,
  health text not null,
  status text not null,
  status_reason text,
  since timestamptz not null,
  -- Counts of what is linked with it: {checks, configs, insights, incidents, costs}. `again`: how much of it and of its
  -- children belongs to several of them, which is counted once in all that contain them
  own jsonb not null default '{"costs": {}, "again": {"checks": {}, "insights": {}, "costs": {}}}',
  -- The sum of what its children give
  below jsonb not null default '{"costs": {}}',
  -- What it gives to those above it
  gives jsonb not null default '{"costs": {}}',
  -- What people see: its own counts and those below it
  summary jsonb not null default '{}'
) with (fillfactor = 60);
create index component_states_status on core.component_states (status);
select core.announce_changes_of('core.component_states', 'components', 'component_id');

-- Components whose state has to be found again. `children`: also the sum of what its children give.
create table core.component_stale (
  component_id uuid primary key references core.components on delete cascade,
  children boolean not null default false
);
-- Wakes those that find them.
create trigger announce_insert after insert on core.component_stale referencing new table as new_rows
for each statement execute function core.announce('component_stale', 'component_id');

-- When the health of a component changed.
create table core.component_transitions (
  component_id uuid not null,
  at timestamptz not null,
  health text not null,
  -- Null where the component was new
  previous text,
  status text,
  reason text,
  primary key (component_id, at)
) partition by range (at);
create table core.component_transitions_rest partition of core.component_transitions default;
create index component_transitions_at on core.component_transitions (at);

-- Seconds of a day in each health, which stay when the transitions of that day are gone.
create table core.component_health_daily (
  component_id uuid not null references core.components on delete cascade,
  day date not null,
  healthy integer not null default 0,
  warning integer not null default 0,
  unhealthy integer not null default 0,
  unknown integer not null default 0,
  transitions integer not null default 0,
  primary key (component_id, day)
);
create index component_health_daily_day on core.component_health_daily (day);

-- Deletions that a brake holds until somebody decides.
create table core.topology_held_deletions (
  topology_id uuid primary key references core.topologies on delete cascade,
  component_ids uuid[] not null,
  -- Components of the topology before
  total integer not null,
  held_at timestamptz not null default now()
);
select core.announce_changes_of('core.topology_held_deletions', 'topologies', 'topology_id');

-- Takes components out of use, with their links, which come back with them.
create function core.delete_components(ids uuid[], at timestamptz) returns void
language plpgsql
as $$
begin
  insert into core.component_stale (component_id, children)
  select distinct above.id, true from (
    select gone.parent_id as id from core.components as gone
    where gone.id = any (ids) and gone.deleted_at is null and gone.parent_id is not null
    union
    select link.relationship_id from core.component_relationships as link
    where link.component_id = any (ids) and link.deleted_at is null
  ) as above
  order by above.id
  on conflict (component_id) do update set children = true;
  update core.components set deleted_at = at where id = any (ids) and deleted_at is null;
  update core.component_relationships set deleted_at = at
  where (component_id = any (ids) or relationship_id = any (ids)) and deleted_at is null;
  update core.check_component_relationships set deleted_at = at where component_id = any (ids) and deleted_at is null;
  update core.config_component_relationships set deleted_at = at where component_id = any (ids) and deleted_at is null;
end
$$;

-- Brings components back, with the links that went with them.
create function core.revive_components(ids uuid[]) returns void
language plpgsql
as $$
begin
  -- One statement, so that each part sees when its component was deleted.
  with revived as materialized (
    select id, deleted_at from core.components where id = any (ids) and deleted_at is not null
  ),
  back as (
    update core.components set deleted_at = null where id in (select id from revived)
  ),
  relationships as (
    update core.component_relationships as link set deleted_at = null from revived
    where revived.id in (link.component_id, link.relationship_id) and link.deleted_at = revived.deleted_at
  ),
  checks as (
    update core.check_component_relationships as link set deleted_at = null from revived
    where link.component_id = revived.id and link.deleted_at = revived.deleted_at
  )
  update core.config_component_relationships as link set deleted_at = null from revived
  where link.component_id = revived.id and link.deleted_at = revived.deleted_at;
end
$$;

-- Marks what links change, whoever writes them. Arguments: column of the component, and whether its children change.
create function core.mark_stale_components() returns trigger
language plpgsql
as $$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    execute format(
      'insert into core.component_stale (component_id, children)
       select distinct fresh.%1$I, %2$L::boolean from new_rows as fresh
       join core.components as component on component.id = fresh.%1$I
       order by fresh.%1$I
       on conflict (component_id) do update set children = component_stale.children or excluded.children',
      tg_argv[0], tg_argv[1]
    );
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    execute format(
      'insert into core.component_stale (component_id, children)
       select distinct gone.%1$I, %2$L::boolean from old_rows as gone
       join core.components as component on component.id = gone.%1$I
       order by gone.%1$I
       on conflict (component_id) do update set children = component_stale.children or excluded.children',
      tg_argv[0], tg_argv[1]
    );
  end if;
  return null;
end
$$;

do $$
declare
  link record;
begin
  for link in
    select * from (values
      ('core.check_component_relationships', 'component_id', 'false'),
      ('core.config_component_relationships', 'component_id', 'false'),
      ('core.component_relationships', 'relationship_id', 'true')
    ) as links (name, component, children)
  loop
    execute format('create trigger stale_insert after insert on %s referencing new table as new_rows for each statement execute function core.mark_stale_components(%L, %L)', link.name, link.component, link.children);
    execute format('create trigger stale_update after update on %s referencing old table as old_rows new table as new_rows for each statement execute function core.mark_stale_components(%L, %L)', link.name, link.component, link.children);
    execute format('create trigger stale_delete after delete on %s referencing old table as old_rows for each statement execute function core.mark_stale_components(%L, %L)', link.name, link.component, link.children);
  end loop;
end
$$;

-- Components that people without an account may look at, with all below them.
create table core.topology_shares (
  component_id uuid primary key references core.components on delete cascade,
  -- SHA-256 of the key in the link. The key itself is stored nowhere
  key_digest bytea not null,
  -- What is shown besides names and health
  properties boolean not null default false,
  messages boolean not null default false,
  shared_by uuid references core.people on delete set null,
  shared_at timestamptz not null default now(),
  -- When the present link was made
  link_at timestamptz not null default now(),
  last_seen_at timestamptz
);
create index topology_shares_shared_by on core.topology_shares (shared_by) where shared_by is not null;
select core.announce_changes_of('core.topology_shares', 'topology_shares', 'component_id');

-- Where components stood and what they were called, so that the tree can be shown as it was. Rows stay when a component is
-- removed for good, and name no other row for that reason.

-- A component from one change of its place or name to the next
create table core.component_versions (
  component_id uuid not null,
  valid_from timestamptz not null,
  -- Null while it holds
  valid_to timestamptz,
  topology_id uuid,
  agent_id uuid not null,
  external_id text not null,
  parent_id uuid,
  path text not null,
  position integer,
  name text not null,
  text text,
  type text,
  topology_type text,
  namespace text,
  icon text,
  owner text,
  lifecycle text,
  labels jsonb not null,
  hidden boolean not null,
  created_at timestamptz not null,
  primary key (component_id, valid_from)
);
create index component_versions_time on core.component_versions (valid_from, valid_to);
create index component_versions_ended on core.component_versions (valid_to) where valid_to is not null;

-- What a component had to do with another one, while it had
create table core.component_relationship_versions (
  component_id uuid not null,
  relationship_id uuid not null,
  selector_id text not null,
  kind text not null,
  valid_from timestamptz not null,
  valid_to timestamptz,
  primary key (component_id, relationship_id, selector_id, valid_from)
);
create index component_relationship_versions_ended on core.component_relationship_versions (valid_to)
where valid_to is not null;

-- A cost of a component, which is that of the catalog items that belong to it and to those below it; null where nothing of it costs anything.
create function core.component_cost(gives jsonb, name text) returns numeric
language sql immutable parallel safe
return (gives -> 'costs' ->> name)::numeric / 10000;
