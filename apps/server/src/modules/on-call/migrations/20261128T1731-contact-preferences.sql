-- What people set about messages to them, whatever way these take.
create table core.contact_preferences (
  person_id uuid primary key references core.people on delete cascade,
  -- Hours of the week in which messages wait, {timeZone, hours}
  quiet_hours jsonb,
  updated_at timestamptz not null default now()
);
