-- Things that were renamed: what looks like one, and what was joined.

-- Ids that runs make of the new name of an item, and the item that it is.
create table core.config_item_joins (
  joined_id uuid primary key,
  config_id uuid not null references core.config_items on delete cascade,
  joined_by uuid references core.people on delete set null,
  joined_at timestamptz not null default now()
);
create index config_item_joins_config on core.config_item_joins (config_id);
create index config_item_joins_joined_by on core.config_item_joins (joined_by) where joined_by is not null;

-- Pairs of an item that a run no longer showed and one that it showed first, which may be the same thing.
create table core.config_item_renames (
  old_id uuid not null references core.config_items on delete cascade,
  new_id uuid not null references core.config_items on delete cascade,
  -- A name that both have in their source, or documents that are almost equal
  because text not null check (because in ('key', 'document')),
  -- Part of the values of their documents that are equal
  likeness real,
  found_at timestamptz not null,
  declined_at timestamptz,
  primary key (old_id, new_id)
);
create index config_item_renames_new on core.config_item_renames (new_id);
