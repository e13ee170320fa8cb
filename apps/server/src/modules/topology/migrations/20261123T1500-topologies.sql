-- Topologies: specs from which trees of components are made, and what people wrote of them. The guards let this file stand
-- beside the one that makes the components, whichever of them is there.

do $$
begin
  if to_regclass('core.topologies') is null then
    create table core.topologies (
      id uuid primary key default core.new_id(),
      agent_id uuid not null default '00000000-0000-0000-0000-000000000000' references core.agents,
      name text not null check (name <> ''),
      namespace text not null default 'default',
      -- Copied down to all its components
      labels jsonb not null default '{}',
      source text,
      -- As people wrote it, with sealed secrets
      spec jsonb not null default '{}',
      -- How often it runs; null for one that never runs by itself, such as a pushed one
      schedule text,
      -- Why the last run failed; null after a run that did not
      error text,
      error_at timestamptz,
      -- When the next run begins; null while nothing is scheduled
      due_at timestamptz,
      -- When the last run began that saw everything
      complete_at timestamptz,
      created_by uuid references core.people on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    );
    create unique index topologies_identity
    on core.topologies (agent_id, name, namespace, coalesce(source, 'UI')) where deleted_at is null;
    create index topologies_due on core.topologies (due_at) where deleted_at is null;
    create index topologies_created_by on core.topologies (created_by);
    create trigger topologies_updated
    before update of name, namespace, labels, source, spec, schedule, deleted_at
    on core.topologies for each row execute function core.touch_updated_at();
    perform core.announce_changes_of('core.topologies', 'topologies', 'id');
  end if;
end
$$;

alter table core.topologies
  -- Changes with each save
  add column if not exists revision uuid not null default core.new_id(),
  -- The spec as it was typed, sealed, without its secrets
  add column if not exists text text;

-- What runs write of components, and what selectors link.
alter table core.components
  add column if not exists topology_id uuid references core.topologies on delete cascade,
  add column if not exists config_id uuid references core.config_items on delete set null,
  add column if not exists text text,
  add column if not exists topology_type text,
  add column if not exists hidden boolean not null default false,
  add column if not exists owner text,
  add column if not exists schedule text,
  add column if not exists selectors jsonb not null default '[]',
  add column if not exists component_checks jsonb not null default '[]',
  add column if not exists configs jsonb not null default '[]',
  add column if not exists properties jsonb not null default '[]',
  add column if not exists path text not null default '';
create unique index if not exists components_identity on core.components (topology_id, external_id, coalesce(type, ''))
where topology_id is not null;
create index if not exists components_topology on core.components (topology_id) where deleted_at is null;
create table if not exists core.component_relationships (
  component_id uuid not null references core.components on delete cascade,
  relationship_id uuid not null references core.components on delete cascade,
  selector_id text not null default '',
  relationship_path text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (component_id, relationship_id, selector_id)
);
do $$
begin
  if to_regprocedure('core.delete_components(uuid[], timestamptz)') is null then
    create function core.delete_components(ids uuid[], at timestamptz) returns void
    language sql
    as $body$
      update core.components set deleted_at = at where id = any (ids) and deleted_at is null
    $body$;
  end if;
end
$$;

-- Components whose selectors have to be followed again.
create index if not exists components_with_selectors on core.components (id)
where deleted_at is null and selectors <> '[]';
create index if not exists components_with_checks on core.components (id)
where deleted_at is null and component_checks <> '[]';
create index if not exists components_with_configs on core.components (id)
where deleted_at is null and configs <> '[]';
