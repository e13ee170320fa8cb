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
