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
  address text,
  -- How somebody showed who they are: with one factor or two, and with which.
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  methods jsonb not null default '[]'
);
create index sessions_person on core.sessions (person_id);
create index sessions_expiry on core.sessions (expires_at);
-- Readers of a stream are looked at again when their session ends, or gets another token.
create trigger announce_delete after delete on core.sessions
referencing old table as old_rows
for each statement execute function core.announce('sessions', 'id');

-- A self-service flow between its creation and its end.
create table core.identity_flows (
  id uuid primary key,
  kind text not null,
  csrf_digest bytea not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  done_at timestamptz,
  person_id uuid references core.people on delete cascade,
  -- Secrets in it are sealed.
  content jsonb not null,
  -- Who created a flow, as a keyed digest of their network address: flows are limited by it.
  requester bytea
);
create index identity_flows_expiry on core.identity_flows (expires_at);
create index identity_flows_person on core.identity_flows (person_id);
create index identity_flows_requester on core.identity_flows (requester, issued_at desc);
-- The oldest flows of strangers go first when there are too many.
create index identity_flows_anonymous on core.identity_flows (issued_at desc, id desc) where person_id is null;

-- A code that was mailed, by the flow that asked for it. Without a person, no code is right.
create table core.mailed_codes (
  flow_id uuid primary key references core.identity_flows on delete cascade,
  -- Null for a flow for which no email was sent: it takes any code that is valid for its address.
  digest bytea,
  person_id uuid references core.people on delete cascade,
  email text not null,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  -- The code by the address that it was emailed to
  shared_digest bytea,
  shared_expires_at timestamptz
);
create index mailed_codes_person on core.mailed_codes (person_id);
create index mailed_codes_shared on core.mailed_codes (shared_digest) where shared_digest is not null;
create index mailed_codes_email on core.mailed_codes (email);

-- The second factor (RFC 6238). Backup codes are of use with it only.
create table core.totp_secrets (
  person_id uuid primary key references core.people on delete cascade,
  secret text not null,
  -- The step of the last code that was used: none is used twice.
  last_step bigint not null,
  created_at timestamptz not null
);

create table core.backup_codes (
  person_id uuid not null references core.totp_secrets on delete cascade,
  digest bytea not null,
  used_at timestamptz,
  primary key (person_id, digest)
);

-- Browsers that somebody signed in with before: strangers cannot use up their guesses.
create table core.known_devices (
  person_id uuid not null references core.people on delete cascade,
  digest bytea not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (person_id, digest)
);

-- Guesses that got through, by a keyed digest of what they are limited by.
create table core.identity_guesses (
  id bigint generated always as identity primary key,
  subject bytea not null,
  made_at timestamptz not null
);
create index identity_guesses_subject on core.identity_guesses (subject, made_at);

create table core.invitations (
  id uuid primary key default core.new_id(),
  email text not null,
  first_name text not null,
  last_name text not null,
  role text not null check (role in ('admin', 'editor', 'commander', 'responder', 'viewer')),
  token_digest bytea not null unique,
  invited_by uuid references core.people on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Whose account it became
  person_id uuid references core.people on delete set null
);
create index invitations_email on core.invitations (email) where used_at is null;
create index invitations_invited_by on core.invitations (invited_by);
create index invitations_person on core.invitations (person_id);

-- Tokens for scripts, known by their digests.
create table core.access_tokens (
  id uuid primary key default core.new_id(),
  person_id uuid not null references core.people on delete cascade,
  name text not null,
  role text not null check (role in ('admin', 'editor', 'commander', 'responder', 'viewer')),
  token_digest bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  unique (person_id, name)
);
create trigger announce_delete after delete on core.access_tokens
referencing old table as old_rows
for each statement execute function core.announce('sessions', 'id');

-- What went wrong while a browser without scripts was led through a flow; shown on its own page.
create table core.identity_errors (
  id uuid primary key,
  error jsonb not null,
  created_at timestamptz not null
);

-- Networks that a token was used from: the first use from each is an event.
create table core.token_networks (
  token_id uuid not null references core.access_tokens on delete cascade,
  network text not null,
  first_used_at timestamptz not null default now(),
  primary key (token_id, network)
);
