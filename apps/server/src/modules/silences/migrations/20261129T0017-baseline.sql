-- Silences and maintenance windows: while one of them holds, messages about what it covers are kept back.
create table core.notification_silences (
  id uuid primary key default core.new_id(),
  kind text not null default 'silence' check (kind in ('silence', 'maintenance')),
  name text,
  namespace text not null default 'default',
  description text,
  "from" timestamptz not null,
  -- Null for recurring maintenance without an end
  until timestamptz,
  -- Of recurring maintenance: when each window starts (five cron fields in a time zone), and how long it takes
  schedule text,
  time_zone text,
  duration text,
  -- `resource` covers nothing once that resource is gone, whatever the filter says
  covers text not null check (covers in ('resource', 'selector', 'everything')),
  config_id uuid references core.config_items on delete set null,
  check_id uuid references core.checks on delete set null,
  canary_id uuid references core.canaries on delete set null,
  component_id uuid references core.components on delete set null,
  recursive boolean not null default false,
  selector jsonb not null default '{}',
  filter text,
  -- Why the filter failed; the silence covers nothing until the filter changes
  error text,
  error_at timestamptz,
  source text,
  created_by uuid references core.people on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When people were told that it ends soon
  ending_at timestamptz,
  deleted_at timestamptz,
  check (until >= "from" or (until is null and schedule is not null)),
  check (num_nonnulls(schedule, time_zone, duration) in (0, 3))
);
create index notification_silences_created on core.notification_silences (created_at desc, id desc) where deleted_at is null;
create index notification_silences_until on core.notification_silences (until) where deleted_at is null;
create index notification_silences_config on core.notification_silences (config_id) where config_id is not null;
create index notification_silences_check on core.notification_silences (check_id) where check_id is not null;
create index notification_silences_canary on core.notification_silences (canary_id) where canary_id is not null;
create index notification_silences_component on core.notification_silences (component_id) where component_id is not null;
create index notification_silences_created_by on core.notification_silences (created_by);
create index notification_silences_recurring on core.notification_silences (id) where schedule is not null and deleted_at is null;
create trigger notification_silences_updated before update on core.notification_silences
for each row execute function core.touch_updated_at();
select core.announce_changes_of('core.notification_silences', 'notification_silences', 'id');

-- How many messages each silence kept back. A table of its own, so that counting announces no change of the silence.
create table core.notification_silence_totals (
  silence_id uuid primary key references core.notification_silences on delete cascade,
  suppressed bigint not null default 0,
  last_at timestamptz not null default now()
) with (fillfactor = 70);

-- Of recurring maintenance: its window now, or else the next one, so that lists can say whether it is in force. A table of
-- its own, so that the next window is no change of the silence.
create table core.notification_silence_windows (
  silence_id uuid primary key references core.notification_silences on delete cascade,
  -- Both are null where no window is left. Otherwise it would be looked for again every minute.
  "from" timestamptz,
  until timestamptz
);
select core.announce_changes_of('core.notification_silence_windows', 'notification_silences', 'silence_id');
