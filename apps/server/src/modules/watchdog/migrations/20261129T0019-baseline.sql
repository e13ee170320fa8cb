-- What the product knows of its own blindness, and the dead-man's switch.

-- The process that looks. One row.
create table core.watchdog_lookout (
  id boolean primary key default true check (id),
  process_id uuid,
  looked_at timestamptz
);
insert into core.watchdog_lookout default values;

create table core.watchdog_detectors (
  name text primary key,
  blind boolean not null default false,
  since timestamptz not null,
  -- Empty while it is not blind
  reason text not null default '',
  -- Since when the facts say the opposite
  turning_since timestamptz,
  -- The last time that it was blind, which is over
  blind_from timestamptz,
  blind_to timestamptz,
  -- The check that shows it. It has no foreign key: retention of checks does not wait for the watchdog.
  check_id uuid
);
select core.announce_changes_of('core.watchdog_detectors', 'watchdog', 'name');

-- One row.
create table core.watchdog_deadman (
  id boolean primary key default true check (id),
  -- Encrypted; null while it is switched off
  url text,
  interval_seconds integer not null default 60 check (interval_seconds between 10 and 86400),
  attempted_at timestamptz,
  succeeded_at timestamptz,
  -- Why the last ping failed
  error text,
  -- Why no ping is sent at present
  withheld text
);
select core.announce_changes_of('core.watchdog_deadman', 'watchdog', 'id');
insert into core.watchdog_deadman default values;
