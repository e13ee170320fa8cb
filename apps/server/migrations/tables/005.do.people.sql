-- Whether someone may sign in, since when, and which part of the name comes first: a first name may have a blank in it.
alter table core.people
  add column first_name text,
  add column active boolean not null default true,
  add column state_changed_at timestamptz;
select core.announce_changes_of('core.people', 'people', 'id');
select core.announce_changes_of('core.people_roles', 'people', 'person_id');

create table core.teams (
  id uuid primary key default core.new_id(),
  name text not null,
  icon text,
  spec jsonb not null default '{}',
  source text not null default 'UI',
  created_by uuid references core.people on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
-- The name of a deleted team is free again.
create unique index teams_name on core.teams (name) where deleted_at is null;
create index teams_created_by on core.teams (created_by);
create trigger teams_updated before update on core.teams for each row execute function core.touch_updated_at();
select core.announce_changes_of('core.teams', 'teams', 'id');

create table core.team_members (
  team_id uuid not null references core.teams on delete cascade,
  person_id uuid not null references core.people on delete cascade,
  created_at timestamptz not null default now(),
  primary key (team_id, person_id)
);
create index team_members_person on core.team_members (person_id);
select core.announce_changes_of('core.team_members', 'teams', 'team_id');

-- Feature flags and other settings that people change while the product runs.
create table core.properties (
  name text primary key,
  value text not null,
  description text,
  created_by uuid references core.people on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index properties_created_by on core.properties (created_by);
create trigger properties_updated before update on core.properties for each row execute function core.touch_updated_at();
select core.announce_changes_of('core.properties', 'properties', 'name');

-- Who changed what, and when. Names no other table, so that what it says stays whatever becomes of them.
-- Partitioned by id, whose first half is the time.
create table core.audit_log (
  id uuid not null default core.new_id() primary key,
  created_at timestamptz not null default now(),
  person_id uuid,
  -- Their address as it was then, or the part of the product that did it
  actor text not null,
  session_id uuid,
  token_id uuid,
  address text,
  action text not null,
  resource text not null,
  resource_id text not null,
  resource_name text,
  -- The fields that changed
  before jsonb,
  after jsonb
) partition by range (id);
create table core.audit_log_rest partition of core.audit_log default;
create index audit_log_created on core.audit_log (created_at desc, id desc);
create index audit_log_resource on core.audit_log (resource, resource_id, created_at desc);
create index audit_log_person on core.audit_log (person_id, created_at desc);
select core.announce_changes_of('core.audit_log', 'audit_log', 'id');

-- Rows are added, and go only with their partition once they are old. Moving them into a partition is not a change.
create function core.refuse_change() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' and current_setting('binnacle.moves_partitions', true) = 'on' then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
create trigger append_only before update or delete on core.audit_log
for each row execute function core.refuse_change();
create trigger append_only_whole before truncate on core.audit_log
for each statement execute function core.refuse_change();
create trigger append_only_whole before truncate on core.audit_log_rest
for each statement execute function core.refuse_change();
