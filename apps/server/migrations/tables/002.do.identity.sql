create table core.people (
  id uuid primary key default core.new_id(),
  name text not null,
  email text not null,
  avatar text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_login timestamptz,
  deleted_at timestamptz
);
-- Addresses are compared without regard to case; they are stored in lower case.
create unique index people_email on core.people (email) where deleted_at is null;
create trigger people_updated before update on core.people for each row execute function core.touch_updated_at();

create table core.people_roles (
  person_id uuid not null references core.people on delete cascade,
  role text not null check (role in ('admin', 'editor', 'commander', 'responder', 'viewer')),
  primary key (person_id, role)
);

create table core.passwords (
  person_id uuid primary key references core.people on delete cascade,
  hash text not null,
  updated_at timestamptz not null default now()
);

-- A session is known by the digest of its token, so that reading this table opens no session.
create table core.sessions (
  id uuid primary key default core.new_id(),
  token_digest bytea not null unique,
  person_id uuid not null references core.people on delete cascade,
  authenticated_at timestamptz not null,
  expires_at timestamptz not null,
  last_seen_at timestamptz not null,
  issued_at timestamptz not null,
  user_agent text,
  address text
);
create index sessions_person on core.sessions (person_id);
create index sessions_expiry on core.sessions (expires_at);

-- A self-service flow between its creation and its end.
create table core.identity_flows (
  id uuid primary key,
  kind text not null,
  csrf_digest bytea not null,
  return_to text not null,
  refresh boolean not null default false,
  ui jsonb not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  done_at timestamptz
);
create index identity_flows_expiry on core.identity_flows (expires_at);
