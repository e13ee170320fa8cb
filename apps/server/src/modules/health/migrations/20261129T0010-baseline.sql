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
  -- UI, API, builtin, or file:<path>; null if another client created it without one, which such clients show as editable.
  source text,
  created_by uuid references core.people on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- The spec as its writer typed it, with comments: masks in the place of secrets, and sealed, as people write secrets into
  -- comments too. Null where the spec did not come as text.
  text text
);
create index canaries_source on core.canaries (source) where deleted_at is null;
create index canaries_created_by on core.canaries (created_by);
-- People change those without a source and those of the interface alike, so they share their names.
create unique index canaries_identity on core.canaries (agent_id, name, namespace, coalesce(source, 'UI'))
where deleted_at is null;
create index canaries_name on core.canaries using gin (lower(name) gin_trgm_ops) where deleted_at is null;
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
  deleted_at timestamptz,
  -- Made by the transform of another check, its parent, which runs for it.
  transformed boolean not null default false,
  parent_id uuid references core.checks on delete cascade,
  delete_strategy text,
  -- Whether what scripts see of a run is kept with the newest result, as another check depends on it.
  keeps_data boolean not null default false,
  -- Whether its health follows from the other checks of its canary, without a run of its own (`resultMode: junit`).
  suite boolean not null default false,
  -- Whether its results come from another module, so that the scheduler does not run it.
  pushed boolean not null default false
);
create index checks_search on core.checks using gin (search gin_trgm_ops) where deleted_at is null;
create unique index checks_identity on core.checks (canary_id, type, name, agent_id);
create index checks_live_name on core.checks (name, id) where deleted_at is null;
create index checks_deleted on core.checks (deleted_at) where deleted_at is not null;
create index checks_parent on core.checks (parent_id) where parent_id is not null;
-- Finds checks by the beginning of a label's value.
create index checks_label_values on core.checks using gin (lower(labels::text) gin_trgm_ops) where deleted_at is null;
-- Strangers ask for webhooks by name, so that finding one must be cheap however many checks there are.
create index checks_webhook on core.checks (name) where type = 'webhook' and deleted_at is null and not transformed;
-- For each canary that a search finds; the unique one lists the removed checks too.
create index checks_canary on core.checks (canary_id) where deleted_at is null;
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
  lease_until timestamptz,
  -- What the check was when last something was known, and how many runs in a row contradict it.
  verdict core.health_state,
  streak integer not null default 0,
  -- The suite of its canary that this check is a test of.
  suite_id uuid
) with (fillfactor = 60);
create index check_state_due on core.check_state (type, due_at) where due_at is not null;
create index check_state_state on core.check_state (state, check_id);
-- The search box looks in the reasons of checks that are not healthy; the expression is the one of its query.
create index check_state_reason on core.check_state using gin (lower(coalesce(error, message)) gin_trgm_ops)
  where state <> 'healthy';
-- Rules of notifications are tried on the checks that changed last.
create index check_state_transition on core.check_state (last_transition_time desc)
where last_transition_time is not null;

-- A connection keeps the plan of its first statement, which may have written one row: rows compared one by one would
-- take seconds where thousands of results are written.
create function core.announce_check_results() returns trigger
language plpgsql
set enable_nestloop = off
as $$
declare
  ids text[];
begin
  select array_agg(few.id) into ids
  from (
    select fresh.check_id::text as id
    from new_rows as fresh
    join old_rows as before using (check_id)
    where (fresh.state, fresh.last_runtime) is distinct from (before.state, before.last_runtime)
    limit 151
  ) as few;
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

-- Makes a suite due when one of its tests changes its state, and at each result where the suite has no schedule. Part of the
-- transaction of the result, so that no result is left out.
create function core.wake_suites() returns trigger
language plpgsql
as $$
begin
  if not exists (select from new_rows where suite_id is not null) then
    return null;
  end if;
  update core.check_state as suite set due_at = least(suite.due_at, said.time)
  from (
    select fresh.suite_id, max(fresh.last_runtime) as time, bool_or(fresh.state <> before.state) as turned
    from new_rows as fresh join old_rows as before using (check_id)
    where fresh.suite_id is not null and fresh.last_runtime is distinct from before.last_runtime
    group by fresh.suite_id
  ) as said
  where suite.check_id = said.suite_id and (said.turned or suite.due_at is null);
  return null;
end
$$;

create trigger wake_suites after update on core.check_state
referencing old table as old_rows new table as new_rows
for each statement execute function core.wake_suites();

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
-- Results that people look for among millions. Few of a healthy check are in either index, so both cost little to keep.
create index check_statuses_unwell on core.check_statuses (check_id, time desc) where state <> 'healthy';
-- Filters by duration begin at 100 ms. The duration is part of the key, so that rows which are too short are not read.
create index check_statuses_slow on core.check_statuses (check_id, time desc, duration) where duration >= 100;

-- Results of a check by stretches of time. The histogram counts durations by bin n, which stands for 1.1^n ms; runs
-- whose state is unknown are counted without a duration. A histogram is one large number, so that the database adds histograms
-- as numbers: bin n has the eight digits from 10^(8 * (n + 24)) on, which is room for a hundred million runs.
-- derived.histogram_of writes it, derived.percentile reads it.
create table core.check_rollups_5m (
  check_id uuid not null,
  bucket timestamptz not null,
  passed integer not null,
  failed integer not null,
  unknown integer not null,
  duration_sum double precision not null,
  duration_max real not null,
  histogram numeric not null,
  primary key (check_id, bucket)
) partition by range (bucket);
create table core.check_rollups_5m_rest partition of core.check_rollups_5m default;

create table core.check_rollups_1h (like core.check_rollups_5m including all) partition by range (bucket);
create table core.check_rollups_1h_rest partition of core.check_rollups_1h default;

create table core.check_rollups_1d (like core.check_rollups_5m including all) partition by range (bucket);
create table core.check_rollups_1d_rest partition of core.check_rollups_1d default;

-- Rows of many checks are read by their time: they came in its order, so an index of blocks is enough.
create index check_rollups_5m_bucket on core.check_rollups_5m using brin (bucket) with (pages_per_range = 32, autosummarize = on);
create index check_rollups_1h_bucket on core.check_rollups_1h using brin (bucket) with (pages_per_range = 32, autosummarize = on);
create index check_rollups_1d_bucket on core.check_rollups_1d using brin (bucket) with (pages_per_range = 32, autosummarize = on);

-- Files of canaries that this installation was started with, and what is wrong with them.
create table core.canary_files (
  path text primary key,
  digest text not null,
  problems jsonb not null default '[]',
  canaries integer not null default 0,
  loaded_at timestamptz not null default now()
);
select core.announce_changes_of('core.canary_files', 'canary_files', 'path');

-- What scripts saw of the newest run of a check, where that is kept.
create table core.check_data (
  check_id uuid primary key references core.checks on delete cascade,
  time timestamptz not null,
  data jsonb not null
);

-- Files that scripts of checks left, kept with the result of the run: check and time are those of core.check_statuses.
create table core.artifacts (
  id uuid primary key,
  check_id uuid not null references core.checks on delete cascade,
  check_time timestamptz not null,
  path text not null,
  filename text not null,
  content_type text not null,
  -- Bytes of the file
  size integer not null,
  -- SHA-256 of the file, in hexadecimal
  checksum text not null,
  compression text not null check (compression in ('gzip', 'none')),
  content bytea not null,
  -- Bytes in the database
  stored integer not null generated always as (octet_length(content)) stored,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
-- It is compressed already where that makes it smaller.
alter table core.artifacts alter column content set storage external;
create index artifacts_run on core.artifacts (check_id, check_time);
create index artifacts_age on core.artifacts (created_at);

-- The events of checks: when each failed and passed again. Rules are tried on all of a day.
create table core.check_transitions (
  check_id uuid not null,
  at timestamptz not null,
  state core.health_state not null,
  primary key (check_id, at)
) partition by range (at);
create table core.check_transitions_rest partition of core.check_transitions default;
create index check_transitions_at on core.check_transitions (at desc);

-- What a check belongs to, by its own relationships and the values of its last result.
create table core.check_selectors (
  check_id uuid primary key references core.checks on delete cascade,
  components jsonb not null default '[]',
  configs jsonb not null default '[]',
  -- Why the selectors are those of an earlier result.
  problem text,
  updated_at timestamptz not null default now()
);
create trigger check_selectors_updated before update on core.check_selectors
for each row execute function core.touch_updated_at();
