alter table core.checks
  -- Made by the transform of another check, its parent, which runs for it.
  add column transformed boolean not null default false,
  add column parent_id uuid references core.checks on delete cascade,
  add column delete_strategy text,
  -- Whether what scripts see of a run is kept with the newest result, as another check depends on it.
  add column keeps_data boolean not null default false;
create index checks_parent on core.checks (parent_id) where parent_id is not null;

alter table core.check_state
  -- What the check was when last something was known, and how many runs in a row contradict it.
  add column verdict core.health_state,
  add column streak integer not null default 0;
update core.check_state set verdict = state where state <> 'unknown';

-- What scripts saw of the newest run of a check, where that is kept.
create table core.check_data (
  check_id uuid primary key references core.checks on delete cascade,
  time timestamptz not null,
  data jsonb not null
);
