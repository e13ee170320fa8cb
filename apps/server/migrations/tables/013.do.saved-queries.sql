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

-- Finds checks by the beginning of a label's value.
create index checks_label_values on core.checks using gin (lower(labels::text) gin_trgm_ops) where deleted_at is null;
