-- Log backends: where log lines are read.
create table core.logging_backends (
  id uuid primary key default core.new_id(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000' references core.agents,
  name text not null check (name <> ''),
  labels jsonb,
  -- As people wrote it, with sealed secrets
  spec jsonb not null,
  -- The spec as it was typed, sealed, without its secrets
  text text,
  -- Changes with each save
  revision uuid not null default core.new_id(),
  source text,
  created_by uuid references core.people on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Who reads a log backend besides administrators: {roles, teams, people}, with ids; null for everybody who reads logs.
  -- The logs of the machine are administrators' until they open them to others.
  readers jsonb
);
create unique index logging_backends_identity on core.logging_backends (agent_id, name) where deleted_at is null;
create index logging_backends_created_by on core.logging_backends (created_by);
create trigger logging_backends_updated before update of name, labels, spec, source, deleted_at
on core.logging_backends for each row execute function core.touch_updated_at();
select core.announce_changes_of('core.logging_backends', 'logging_backends', 'id');
