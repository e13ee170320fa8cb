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
  deleted_at timestamptz
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
alter table core.components
  add column topology_id uuid references core.topologies on delete cascade,
  add column config_id uuid references core.config_items on delete set null,
  add column text text,
  add column topology_type text,
  add column hidden boolean not null default false,
  add column silenced boolean not null default false,
  add column status_expr text,
  add column health_expr text,
  add column status_reason text,
  add column description text,
  add column lifecycle text,
  add column tooltip text,
  add column schedule text,
  add column owner text,
  add column selectors jsonb not null default '[]',
  add column log_selectors jsonb not null default '[]',
  add column component_checks jsonb not null default '[]',
  add column configs jsonb not null default '[]',
  add column properties jsonb not null default '[]',
  -- Ids of its ancestors, the outermost first, separated by dots; empty for a root
  add column path text not null default '',
  add column is_leaf boolean not null default true,
  -- Place among its siblings, as its source orders them
  add column position integer,
  add column cost_per_minute numeric(16, 4),
  add column cost_total_1d numeric(16, 4),
  add column cost_total_7d numeric(16, 4),
  add column cost_total_30d numeric(16, 4),
  -- Digest of what the last run wrote, so that a run that sees the same writes nothing
  add column hash text,
  add column created_by uuid references core.people on delete set null;
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
select core.announce_changes_of('core.components', 'components', 'id');

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

-- How a component is, with everything below it. Every change of a check writes here, so it contains nothing else.
create table core.component_states (
  component_id uuid primary key references core.components on delete cascade,
  health text not null,
  status text not null,
  status_reason text,
  since timestamptz not null,
  -- Counts of what is linked with it: {checks, configs, insights, incidents}
  own jsonb not null default '{}',
  -- The sum of what its children give
  below jsonb not null default '{}',
  -- What it gives to those above it
  gives jsonb not null default '{}',
  -- What people see: its own counts and those below it
  summary jsonb not null default '{}'
) with (fillfactor = 60);
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
  create temporary table revived on commit drop as
  select id, deleted_at from core.components where id = any (ids) and deleted_at is not null;
  update core.components set deleted_at = null where id in (select id from revived);
  update core.component_relationships as link set deleted_at = null from revived
  where revived.id in (link.component_id, link.relationship_id) and link.deleted_at = revived.deleted_at;
  update core.check_component_relationships as link set deleted_at = null from revived
  where link.component_id = revived.id and link.deleted_at = revived.deleted_at;
  update core.config_component_relationships as link set deleted_at = null from revived
  where link.component_id = revived.id and link.deleted_at = revived.deleted_at;
  drop table revived;
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
select core.announce_changes_of('core.component_relationships', 'components', 'component_id');
select core.announce_changes_of('core.team_components', 'components', 'component_id');
select core.announce_changes_of('core.check_component_relationships', 'components', 'component_id');
select core.announce_changes_of('core.config_component_relationships', 'components', 'component_id');

-- Components that are already there have no state yet.
insert into core.component_stale (component_id, children) select id, true from core.components where deleted_at is null;
