-- Who is on call when: people take turns in layers, and overrides come before the layers.
create table core.on_call_rotas (
  id uuid primary key default core.new_id(),
  name text not null,
  description text,
  team_id uuid references core.teams on delete set null,
  time_zone text not null,
  -- A list as in the contract
  layers jsonb not null,
  -- Everyone in the layers
  participants uuid[] not null,
  handover_notices boolean not null default false,
  -- Who was on call when notices were last sent, and when that may change
  notified_person uuid,
  next_change_at timestamptz,
  created_by uuid references core.people on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index on_call_rotas_name on core.on_call_rotas (name) where deleted_at is null;
create index on_call_rotas_team on core.on_call_rotas (team_id);
create index on_call_rotas_created_by on core.on_call_rotas (created_by);
create index on_call_rotas_participants on core.on_call_rotas using gin (participants);
create index on_call_rotas_notices on core.on_call_rotas (next_change_at)
where deleted_at is null and handover_notices;
create trigger on_call_rotas_updated before update on core.on_call_rotas
for each row execute function core.touch_updated_at();
select core.announce_changes_of('core.on_call_rotas', 'on_call', 'id');

create table core.on_call_swaps (
  id uuid primary key default core.new_id(),
  rota_id uuid not null references core.on_call_rotas on delete cascade,
  from_person uuid not null references core.people on delete cascade,
  to_person uuid not null references core.people on delete cascade,
  give_from timestamptz not null,
  give_to timestamptz not null check (give_to > give_from),
  -- What the first person takes in return
  take_from timestamptz,
  take_to timestamptz check (take_to > take_from),
  note text,
  state text not null default 'asked' check (state in ('asked', 'accepted', 'refused', 'withdrawn', 'expired')),
  created_at timestamptz not null default now(),
  answered_at timestamptz
);
create index on_call_swaps_rota on core.on_call_swaps (rota_id);
create index on_call_swaps_from on core.on_call_swaps (from_person, created_at desc);
create index on_call_swaps_to on core.on_call_swaps (to_person, created_at desc);
select core.announce_changes_of('core.on_call_swaps', 'on_call', 'rota_id');

create table core.on_call_overrides (
  id uuid primary key default core.new_id(),
  rota_id uuid not null references core.on_call_rotas on delete cascade,
  person_id uuid not null references core.people on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  reason text,
  swap_id uuid references core.on_call_swaps on delete set null,
  created_by uuid references core.people on delete set null,
  created_at timestamptz not null default now()
);
create index on_call_overrides_rota on core.on_call_overrides (rota_id, ends_at);
create index on_call_overrides_person on core.on_call_overrides (person_id, ends_at);
create index on_call_overrides_swap on core.on_call_overrides (swap_id);
create index on_call_overrides_created_by on core.on_call_overrides (created_by);
select core.announce_changes_of('core.on_call_overrides', 'on_call', 'rota_id');

-- Secret addresses from which calendars read shifts. The address itself is not stored.
create table core.on_call_feeds (
  id uuid primary key default core.new_id(),
  person_id uuid not null references core.people on delete cascade,
  -- Null: all shifts of the person
  rota_id uuid references core.on_call_rotas on delete cascade,
  token_digest bytea not null unique,
  created_at timestamptz not null default now(),
  last_read_at timestamptz
);
create index on_call_feeds_person on core.on_call_feeds (person_id);
create index on_call_feeds_rota on core.on_call_feeds (rota_id);

-- Whom an alert tells, step by step, until somebody acknowledges it.
create table core.escalation_policies (
  id uuid primary key default core.new_id(),
  name text not null,
  description text,
  -- Lists and settings as in the contract
  steps jsonb not null,
  repeat jsonb not null,
  acknowledgement_minutes integer check (acknowledgement_minutes > 0),
  hold jsonb,
  record_only boolean not null default false,
  created_by uuid references core.people on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index escalation_policies_name on core.escalation_policies (name) where deleted_at is null;
create index escalation_policies_created_by on core.escalation_policies (created_by);
create trigger escalation_policies_updated before update on core.escalation_policies
for each row execute function core.touch_updated_at();
select core.announce_changes_of('core.escalation_policies', 'escalations', 'id');

-- Where the escalation of an alert is.
create table core.escalations (
  alert_id uuid primary key references core.notification_alerts on delete cascade,
  policy_id uuid not null references core.escalation_policies on delete cascade,
  severity text not null,
  status text not null check (status in ('running', 'acknowledged', 'exhausted', 'closed')),
  -- How often it began again after an acknowledgement ran out
  cycle integer not null default 0,
  round integer not null default 0,
  -- The step that comes next
  step integer not null default 0,
  due_at timestamptz,
  updated_at timestamptz not null default now()
) with (fillfactor = 70);
create index escalations_due on core.escalations (due_at) where due_at is not null;
create index escalations_policy on core.escalations (policy_id);

-- What the steps did. The key keeps a step from being carried out twice.
create table core.escalation_steps (
  alert_id uuid not null references core.escalations on delete cascade,
  cycle integer not null,
  round integer not null,
  step integer not null,
  outcome text not null check (outcome in ('told', 'recorded', 'nobody')),
  person_ids uuid[] not null,
  team_ids uuid[] not null,
  created_at timestamptz not null,
  primary key (alert_id, cycle, round, step)
);
select core.announce_changes_of('core.escalation_steps', 'escalations', 'alert_id');

-- How people are reached.
create table core.contact_methods (
  id uuid primary key default core.new_id(),
  person_id uuid not null references core.people on delete cascade,
  kind text not null check (kind in ('email', 'sms', 'voice', 'connection', 'web_push')),
  label text not null,
  -- An email address or a phone number
  address text,
  connection_id uuid references core.connections on delete cascade,
  -- Sealed: what the service needs to know of the person, or the subscription of a browser
  details text,
  verified_at timestamptz,
  code_digest bytea,
  code_sent_at timestamptz,
  code_attempts integer not null default 0,
  created_at timestamptz not null default now()
);
create index contact_methods_person on core.contact_methods (person_id);
create index contact_methods_connection on core.contact_methods (connection_id);

-- The order in which alerts of an urgency use the methods of a person.
create table core.contact_plans (
  person_id uuid not null references core.people on delete cascade,
  urgency text not null check (urgency in ('high', 'medium', 'low')),
  -- A list of {methodId, afterMinutes}
  steps jsonb not null,
  primary key (person_id, urgency)
);

-- What people set about messages to them, whatever way these take.
create table core.contact_preferences (
  person_id uuid primary key references core.people on delete cascade,
  -- Hours of the week in which messages wait, {timeZone, hours}
  quiet_hours jsonb,
  updated_at timestamptz not null default now()
);
