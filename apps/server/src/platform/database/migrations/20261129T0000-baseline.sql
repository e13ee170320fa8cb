-- Schema core holds every table. Schemas derived and api are made anew whenever a file of views changes.
create schema if not exists core;
-- Searches by parts of words use its indexes.
create extension if not exists pg_trgm;

-- UUIDv7: version 18 has a function for it, 15 to 17 do not.
-- Ids of one millisecond follow each other: entries of the audit log are listed in the order of their ids. The 12 bits after
-- the milliseconds are the fraction of one (RFC 9562, section 6.2, method 3), as PostgreSQL 18 has it too.
create function core.new_id() returns uuid
language sql volatile parallel safe
as $$
  select encode(
    overlay(
      uuid_send(gen_random_uuid())
      placing substring(int8send(now.micros / 1000) from 3)
        || substring(int8send(28672 + now.micros % 1000 * 4096 / 1000) from 7)
      from 1 for 8
    ),
    'hex'
  )::uuid
  from (select floor(extract(epoch from clock_timestamp()) * 1000000)::bigint as micros) as now
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

create table core.settings (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- Installations that rows belong to. This one is the only one.
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
