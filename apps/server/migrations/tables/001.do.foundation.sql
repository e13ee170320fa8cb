-- Schema core holds every table. Schemas derived and api are made anew whenever a file of migrations/derived changes.
create schema if not exists core;

-- UUIDv7: version 18 has a function for it, 15 to 17 do not.
create function core.new_id() returns uuid
language sql volatile parallel safe
as $$
  select encode(
    set_bit(
      set_bit(
        overlay(
          uuid_send(gen_random_uuid())
          placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
          from 1 for 6
        ),
        52, 1
      ),
      53, 1
    ),
    'hex'
  )::uuid
$$;

-- The least UUIDv7 of an instant: partitions by id are cut with it.
create function core.id_at(instant timestamptz) returns uuid
language sql immutable parallel safe
as $$
  select (lpad(to_hex(floor(extract(epoch from instant) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

create function core.touch_updated_at() returns trigger
language plpgsql
as $$
begin
  if new is distinct from old then
    new.updated_at := now();
  end if;
  return new;
end
$$;

-- Tells the processes which rows of a topic changed, once a statement. Arguments: topic, name of the id column.
-- A payload may have 8000 bytes, so more than 150 ids are left out: listeners then take everything as changed.
create function core.announce() returns trigger
language plpgsql
as $$
declare
  ids text[];
begin
  if tg_op = 'DELETE' then
    execute format('select array_agg(distinct %I::text) from old_rows', tg_argv[1]) into ids;
  else
    execute format('select array_agg(distinct %I::text) from new_rows', tg_argv[1]) into ids;
  end if;
  if ids is not null then
    perform pg_notify(
      'binnacle_live',
      json_build_object('topic', tg_argv[0], 'ids', case when cardinality(ids) <= 150 then ids end)::text
    );
  end if;
  return null;
end
$$;

create function core.announce_changes_of(target regclass, topic text, id_column text) returns void
language plpgsql
as $$
begin
  execute format('create trigger announce_insert after insert on %s referencing new table as new_rows for each statement execute function core.announce(%L, %L)', target, topic, id_column);
  execute format('create trigger announce_update after update on %s referencing new table as new_rows for each statement execute function core.announce(%L, %L)', target, topic, id_column);
  execute format('create trigger announce_delete after delete on %s referencing old table as old_rows for each statement execute function core.announce(%L, %L)', target, topic, id_column);
end
$$;

create table core.settings (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- Every running process; one without a heartbeat for some seconds is dead and its leases are free.
create table core.processes (
  id uuid primary key,
  role text not null,
  host text not null,
  pid integer not null,
  -- Name of its workers in the job queue
  workers text,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now()
);

create table core.agents (
  id uuid primary key default core.new_id(),
  name text not null,
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index agents_name on core.agents (name) where deleted_at is null;
insert into core.agents (id, name, description)
values ('00000000-0000-0000-0000-000000000000', 'local', 'This installation');

-- What ran on a schedule, and how it went. Partitioned by id, whose first half is the time.
create table core.job_history (
  id uuid not null default core.new_id() primary key,
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000',
  name text not null,
  resource_type text,
  resource_id uuid,
  resource_name text,
  hostname text,
  process_id uuid,
  status text not null check (status in ('RUNNING', 'SUCCESS', 'WARNING', 'FAILED', 'STALE', 'SKIPPED')),
  success_count integer not null default 0,
  error_count integer not null default 0,
  details jsonb,
  time_start timestamptz not null,
  time_end timestamptz,
  duration_millis integer,
  created_at timestamptz not null default now()
) partition by range (id);
create table core.job_history_rest partition of core.job_history default;
create index job_history_created on core.job_history (created_at desc, id desc);
create index job_history_name on core.job_history (name, created_at desc);
create index job_history_running on core.job_history (process_id) where status = 'RUNNING';
create index job_history_resource on core.job_history (resource_id, created_at desc);
select core.announce_changes_of('core.job_history', 'job_history', 'id');
