create extension if not exists pg_trgm;

create type core.health_state as enum ('healthy', 'unhealthy', 'unknown');

create table core.canaries (
  id uuid primary key default core.new_id(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000' references core.agents,
  name text not null,
  namespace text not null default 'default',
  labels jsonb not null default '{}',
  annotations jsonb not null default '{}',
  -- As written, with the secrets in it sealed.
  spec jsonb not null,
  -- Changes when anything of the canary does.
  revision uuid not null,
  -- UI, API, builtin, or file:<path>
  source text not null,
  created_by uuid references core.people on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index canaries_identity on core.canaries (agent_id, name, namespace, source) where deleted_at is null;
create index canaries_source on core.canaries (source) where deleted_at is null;
create index canaries_created_by on core.canaries (created_by);
create trigger canaries_updated before update on core.canaries for each row execute function core.touch_updated_at();
select core.announce_changes_of('core.canaries', 'canaries', 'id');

create table core.checks (
  id uuid primary key default core.new_id(),
  canary_id uuid not null references core.canaries on delete cascade,
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000' references core.agents,
  type text not null,
  name text not null,
  namespace text not null,
  description text,
  icon text,
  endpoint text,
  labels jsonb not null default '{}',
  owner text,
  severity text,
  spec jsonb not null,
  -- As the canary says; null means run by hand only.
  schedule text,
  -- What the search box looks in
  search text not null generated always as (
    lower(name || ' ' || coalesce(description, '') || ' ' || coalesce(endpoint, ''))
  ) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index checks_search on core.checks using gin (search gin_trgm_ops) where deleted_at is null;
create unique index checks_identity on core.checks (canary_id, type, name, agent_id);
create index checks_live_name on core.checks (name, id) where deleted_at is null;
create index checks_deleted on core.checks (deleted_at) where deleted_at is not null;
create trigger checks_updated before update on core.checks for each row execute function core.touch_updated_at();
select core.announce_changes_of('core.checks', 'checks', 'id');

-- The hot half of a check: what it last said, when it is due, who runs it. Rows stay small and are updated in place.
create table core.check_state (
  check_id uuid primary key references core.checks on delete cascade,
  -- Changes with the spec; runners keep parsed specs by it.
  revision uuid not null,
  type text not null,
  target text,
  timeout_milliseconds integer not null,
  state core.health_state not null default 'unknown',
  message text,
  error text,
  last_runtime timestamptz,
  last_duration real,
  last_transition_time timestamptz,
  last_pass timestamptz,
  last_fail timestamptz,
  -- Ticks that passed while a run was still under way.
  skipped bigint not null default 0,
  due_at timestamptz,
  lease_owner uuid,
  -- A run may only store its result while it holds the lease it began with.
  lease_id uuid,
  lease_until timestamptz
) with (fillfactor = 60);
create index check_state_due on core.check_state (type, due_at) where due_at is not null;
create index check_state_state on core.check_state (state, check_id);

create function core.announce_check_results() returns trigger
language plpgsql
as $$
declare
  ids text[];
begin
  select array_agg(fresh.check_id::text) into ids
  from new_rows as fresh
  join old_rows as before using (check_id)
  where (fresh.state, fresh.last_runtime) is distinct from (before.state, before.last_runtime);
  if ids is not null then
    perform pg_notify(
      'binnacle_live',
      json_build_object('topic', 'checks', 'ids', case when cardinality(ids) <= 150 then ids end)::text
    );
  end if;
  return null;
end
$$;
create trigger announce_results after update on core.check_state
referencing old table as old_rows new table as new_rows
for each statement execute function core.announce_check_results();

-- Every result, for thirty days.
create table core.check_statuses (
  check_id uuid not null,
  time timestamptz not null,
  state core.health_state not null,
  -- Milliseconds
  duration real not null,
  message text,
  error text,
  details jsonb,
  primary key (check_id, time)
) partition by range (time);
create table core.check_statuses_rest partition of core.check_statuses default;

-- Results of a check by stretches of time. The histogram counts durations by bin n, which stands for 1.1^n ms; runs
-- whose state is unknown are counted, but have no duration worth keeping.
create table core.check_rollups_5m (
  check_id uuid not null,
  bucket timestamptz not null,
  passed integer not null,
  failed integer not null,
  unknown integer not null,
  duration_sum double precision not null,
  duration_max real not null,
  histogram integer[] not null,
  primary key (check_id, bucket)
) partition by range (bucket);
create table core.check_rollups_5m_rest partition of core.check_rollups_5m default;

-- Counts one more duration in a bin; an array is as long as the bins in it reach.
create function core.histogram_add(histogram integer[], bin integer) returns integer[]
language plpgsql immutable parallel safe
as $$
begin
  if bin is not null then
    histogram[bin] := coalesce(histogram[bin], 0) + 1;
  end if;
  return histogram;
end
$$;

create table core.check_rollups_1h (like core.check_rollups_5m including all) partition by range (bucket);
create table core.check_rollups_1h_rest partition of core.check_rollups_1h default;

create table core.check_rollups_1d (like core.check_rollups_5m including all) partition by range (bucket);
create table core.check_rollups_1d_rest partition of core.check_rollups_1d default;

-- Files of canaries that this installation was started with, and what is wrong with them.
create table core.canary_files (
  path text primary key,
  digest text not null,
  problems jsonb not null default '[]',
  canaries integer not null default 0,
  loaded_at timestamptz not null default now()
);
select core.announce_changes_of('core.canary_files', 'canary_files', 'path');
