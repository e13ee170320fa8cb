-- Fields that people add to items, and their values. No run changes them.
create table core.config_fields (
  id uuid primary key default core.new_id(),
  -- As queries name it, after `field.`
  name text not null unique check (name ~ '^[a-z][a-z0-9_-]*$'),
  kind text not null check (kind in ('text', 'number', 'date', 'choice', 'link', 'person')),
  description text not null default '',
  choices text[] not null default '{}',
  -- Types of the items that have it, a star for any characters; empty for all
  types text[] not null default '{}',
  created_by uuid references core.people on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index config_fields_created_by on core.config_fields (created_by);
create trigger config_fields_updated before update on core.config_fields
for each row execute function core.touch_updated_at();
select core.announce_changes_of('core.config_fields', 'config_fields', 'id');

create table core.config_field_values (
  config_id uuid not null references core.config_items on delete cascade,
  field_id uuid not null references core.config_fields on delete cascade,
  -- Of a text, a choice or a link
  text text check (octet_length(text) <= 2000),
  number double precision,
  -- Start of the day in UTC
  day timestamptz,
  person_id uuid references core.people on delete cascade,
  updated_by uuid references core.people on delete set null,
  updated_at timestamptz not null default now(),
  primary key (config_id, field_id),
  check (num_nonnulls(text, number, day, person_id) = 1)
);
create index config_field_values_text on core.config_field_values (field_id, lower(text)) where text is not null;
create index config_field_values_number on core.config_field_values (field_id, number) where number is not null;
create index config_field_values_day on core.config_field_values (field_id, day) where day is not null;
create index config_field_values_person on core.config_field_values (person_id, field_id) where person_id is not null;
create index config_field_values_field on core.config_field_values (field_id);
create index config_field_values_updated_by on core.config_field_values (updated_by) where updated_by is not null;
create trigger config_field_values_updated before update on core.config_field_values
for each row execute function core.touch_updated_at();
select core.announce_changes_of('core.config_field_values', 'configs', 'config_id');

alter table core.config_item_notes drop column fields;
