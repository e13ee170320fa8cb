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
  -- Null for an event that concerns no single thing
  resource_id text,
  resource_name text,
  -- The fields that changed
  before jsonb,
  after jsonb,
  -- The start of what the client said of itself
  user_agent text,
  -- How many equal events a row stands for
  occurrences integer not null default 1
) partition by range (id);
create table core.audit_log_rest partition of core.audit_log default;
create index audit_log_created on core.audit_log (created_at desc, id desc);
create index audit_log_resource on core.audit_log (resource, resource_id, created_at desc);
create index audit_log_person on core.audit_log (person_id, created_at desc);
-- One index for each filter of the page, each in the order of the page.
create index audit_log_action on core.audit_log (action, created_at desc, id desc);
create index audit_log_of_resource on core.audit_log (resource, created_at desc, id desc);
create index audit_log_address on core.audit_log (address, created_at desc, id desc);
create index audit_log_words on core.audit_log using gin ((
  actor || ' ' || action || ' ' || resource || ' ' || coalesce(resource_id, '') || ' ' || coalesce(resource_name, '')
  || ' ' || coalesce(address, '')
) gin_trgm_ops);
-- What the query language of the audit log asks for. The parts of addresses are so common that only an order of whole ones
-- finds a person's rows. Spelled as in the view of the data service.
create index audit_log_actor on core.audit_log (lower(actor), created_at desc, id desc);
-- Not the program of the client: its long text would make each new row cost twice as much.
create index audit_log_resource_name on core.audit_log using gin (resource_name gin_trgm_ops);
create index audit_log_occurrences on core.audit_log (occurrences);

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
select core.announce_changes_of('core.audit_log', 'audit_log', 'id');

-- Rows that wait for their seal. A trigger adds them in the transaction of the row; the sealer takes them out.
create table core.audit_unsealed (row_id uuid primary key);

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
