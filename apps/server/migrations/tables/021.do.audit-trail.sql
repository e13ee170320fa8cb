-- What rows of the audit log say of events, beside changes: an event may concern no single thing.
alter table core.audit_log
  -- The start of what the client said of itself
  add column user_agent text,
  -- How many equal events a row stands for
  add column occurrences integer not null default 1,
  alter column resource_id drop not null;

-- One index for each filter of the page, each in the order of the page.
create index audit_log_action on core.audit_log (action, created_at desc, id desc);
create index audit_log_of_resource on core.audit_log (resource, created_at desc, id desc);
create index audit_log_address on core.audit_log (address, created_at desc, id desc);
create index audit_log_words on core.audit_log using gin ((
  actor || ' ' || action || ' ' || resource || ' ' || coalesce(resource_id, '') || ' ' || coalesce(resource_name, '')
  || ' ' || coalesce(address, '')
) gin_trgm_ops);

-- Rows that wait for their seal. A trigger adds them in the transaction of the row; the sealer takes them out.
create table core.audit_unsealed (row_id uuid primary key);
create function core.await_seal() returns trigger
language plpgsql
as $$
begin
  insert into core.audit_unsealed (row_id) select id from new_rows;
  return null;
end
$$;
create trigger await_seal after insert on core.audit_log
referencing new table as new_rows for each statement execute function core.await_seal();
insert into core.audit_unsealed (row_id) select id from core.audit_log;

-- The chain: each seal holds the digest of one row's content and of the seal before it.
create table core.audit_seals (
  number bigint primary key,
  row_id uuid not null unique,
  -- SHA-256 of the content of the row
  content bytea not null,
  -- SHA-256 of number, row, content, and the digest before
  digest bytea not null,
  -- HMAC of the digest with a key that the database does not have
  mac bytea not null,
  -- Which key that was
  key_id text not null
);
create trigger append_only before update or delete on core.audit_seals
for each row execute function core.refuse_change();
create trigger append_only_whole before truncate on core.audit_seals
for each statement execute function core.refuse_change();

-- Where the chain begins after old rows were dropped: the last seal that went with them.
create table core.audit_anchors (
  number bigint primary key,
  digest bytea not null,
  -- Rows with lower ids were dropped
  before uuid not null,
  mac bytea not null,
  key_id text not null,
  created_at timestamptz not null default now()
);
create trigger append_only before update or delete on core.audit_anchors
for each row execute function core.refuse_change();
create trigger append_only_whole before truncate on core.audit_anchors
for each statement execute function core.refuse_change();

-- Networks that a token was used from: the first use from each is an event.
create table core.token_networks (
  token_id uuid not null references core.access_tokens on delete cascade,
  network text not null,
  first_used_at timestamptz not null default now(),
  primary key (token_id, network)
);
