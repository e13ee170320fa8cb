-- Queries that people keep under a name.
create table core.saved_query (
  id uuid primary key default core.new_id(),
  name text not null,
  icon text,
  description text,
  query text not null,
  columns jsonb,
  created_by uuid references core.people on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index saved_query_created on core.saved_query (created_at desc, id);
create index saved_query_created_by on core.saved_query (created_by);
create trigger saved_query_updated before update on core.saved_query for each row execute function core.touch_updated_at();

-- Views of lists that people saved: the parameters of the address that a list is shown by.
create table core.saved_views (
  id uuid primary key default core.new_id(),
  -- The list that it is of, such as `catalog`
  list text not null,
  name text not null,
  -- Filters, sort, grouping and columns as the address of the page has them
  search text not null,
  -- Whether everybody sees it, or only its owner
  shared boolean not null default false,
  owner_id uuid not null references core.people on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index saved_views_owner on core.saved_views (owner_id, list, lower(name));
create index saved_views_shared on core.saved_views (list) where shared;
