-- Names under which other systems send alerts. Each has a canary with the alerts as its checks.
create table core.alert_sources (
  name text primary key,
  created_at timestamptz not null default now(),
  -- Who added a source by naming it, so that no account can use up all of them.
  added_by uuid references core.people on delete set null
);
create index alert_sources_added_by on core.alert_sources (added_by);

-- Alerts that other systems sent, until some time after they ended.
create table core.received_alerts (
  source text not null references core.alert_sources,
  -- Of all labels, as Alertmanager computes it: two senders of one alert send the same
  fingerprint text not null,
  -- The name of its check
  name text not null,
  labels jsonb not null,
  annotations jsonb not null,
  generator_url text,
  starts_at timestamptz not null,
  -- The alert ends by itself at this time, unless it is sent again
  ends_at timestamptz not null,
  received_at timestamptz not null,
  -- Null while the alert fires
  resolved_at timestamptz,
  -- Whether its sender said that it ended, or was not heard of any more
  resolved_by text check (resolved_by in ('sender', 'timeout')),
  -- The check of the alert, once it has a result
  check_id uuid,
  -- Counts what its check has to show
  revision bigint not null default 1,
  -- Whether the check does not show the newest revision yet
  pending boolean not null default true,
  recorded_at timestamptz,
  -- Until when one process records it
  claimed_until timestamptz,
  primary key (source, fingerprint)
) with (fillfactor = 80);
create index received_alerts_pending on core.received_alerts (source, fingerprint) where pending;
create index received_alerts_firing on core.received_alerts (source) where resolved_at is null;
create index received_alerts_ends on core.received_alerts (ends_at) where resolved_at is null;
create index received_alerts_resolved on core.received_alerts (resolved_at) where resolved_at is not null;
create unique index received_alerts_name on core.received_alerts (source, name);
