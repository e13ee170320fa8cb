-- Servers and accounts that checks and notifications use by their name. What may be a secret is sealed.
create table core.connections (
  id uuid primary key default core.new_id(),
  name text not null,
  namespace text not null default 'default',
  type text not null,
  url text,
  username text,
  password text,
  certificate text,
  -- Texts by name, each sealed.
  properties jsonb not null default '{}',
  -- Any certificate of the server is accepted.
  insecure_tls boolean not null default false,
  -- Changes when anything of the connection does.
  revision uuid not null,
  -- Null if another client created it without one: such clients then show it as editable.
  source text,
  created_by uuid references core.people on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- The address of a connection with its secret parts masked, as the address itself is sealed. Written with it.
  shown_url text
);
-- The name of a deleted connection is free again.
create unique index connections_name on core.connections (name, namespace) where deleted_at is null;
create index connections_created_by on core.connections (created_by);
create trigger connections_updated before update on core.connections
for each row execute function core.touch_updated_at();
select core.announce_changes_of('core.connections', 'connections', 'id');
