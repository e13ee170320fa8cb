-- Changes of the catalog that are sent to a server.
create table core.config_change_feeds (
  id uuid primary key default core.new_id(),
  name text not null unique,
  connection_id uuid not null references core.connections,
  -- Patterns of the types of items and of changes that are sent; empty for all
  config_types text[] not null default '{}',
  change_types text[] not null default '{}',
  enabled boolean not null default true,
  -- Of the last change that was read, in the form that lines of the feed have; what comes after it is not sent yet
  cursor text not null,
  -- Changes that the server took
  sent bigint not null default 0,
  sent_at timestamptz,
  -- Attempts that failed since the server took changes last, and why the last one did
  failures integer not null default 0,
  error text,
  -- Not before this time is the next attempt
  next_at timestamptz not null default now(),
  -- One process at a time sends, so that changes stay in their order
  claimed_by uuid,
  claimed_until timestamptz,
  created_by uuid references core.people on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index config_change_feeds_connection on core.config_change_feeds (connection_id);
create index config_change_feeds_created_by on core.config_change_feeds (created_by);
select core.announce_changes_of('core.config_change_feeds', 'config_change_feeds', 'id');
