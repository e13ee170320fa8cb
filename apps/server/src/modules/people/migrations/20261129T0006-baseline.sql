create table core.people (
  id uuid primary key default core.new_id(),
  name text not null,
  -- A removed person keeps the name, for what they did, and no email.
  email text,
  avatar text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_login timestamptz,
  deleted_at timestamptz,
  -- Whether someone may sign in, since when, and which part of the name comes first: a first name may have a blank in it.
  first_name text,
  active boolean not null default true,
  state_changed_at timestamptz,
  email_verified_at timestamptz,
  constraint people_email_in_use check (email is not null or deleted_at is not null)
);
-- Addresses are compared without regard to case; they are stored in lower case.
create unique index people_email on core.people (email) where deleted_at is null;
create trigger people_updated before update on core.people for each row execute function core.touch_updated_at();
select core.announce_changes_of('core.people', 'people', 'id');

create table core.people_roles (
  person_id uuid not null references core.people on delete cascade,
  role text not null check (role in ('admin', 'editor', 'commander', 'responder', 'viewer')),
  primary key (person_id, role)
);
select core.announce_changes_of('core.people_roles', 'people', 'person_id');

create table core.teams (
  id uuid primary key default core.new_id(),
  name text not null,
  icon text,
  spec jsonb not null default '{}',
  -- Null if another client created it without one: such clients then show it as editable.
  source text,
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
