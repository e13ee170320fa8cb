-- What clients of other platforms of this kind read.

-- The source stays null if a client creates a canary, connection or team without one: such clients then show it as editable.
alter table core.canaries alter column source drop not null;
drop index core.canaries_identity;
-- People change those without a source and those of the interface alike, so they share their names.
create unique index canaries_identity on core.canaries (agent_id, name, namespace, coalesce(source, 'UI'))
where deleted_at is null;
alter table core.connections alter column source drop not null, alter column source drop default;
alter table core.teams alter column source drop not null, alter column source drop default;

-- The icon of a check is the one that its spec or its canary names. Checks had that of their type otherwise.
alter table core.checks disable trigger checks_updated;
update core.checks as made set icon = coalesce(parent.spec ->> 'icon', canaries.spec ->> 'icon')
from core.checks as parent
join core.canaries on canaries.id = parent.canary_id
where made.transformed and made.parent_id = parent.id and made.icon = parent.icon;
update core.checks as own set icon = coalesce(own.spec ->> 'icon', canaries.spec ->> 'icon')
from core.canaries
where canaries.id = own.canary_id and not own.transformed;
alter table core.checks enable trigger checks_updated;

-- The address of a connection with its secret parts masked, as the address itself is sealed. Written with it.
alter table core.connections add column shown_url text;

-- What the areas to come are made of, as far as checks lead to it.
create table core.config_items (
  id uuid primary key default core.new_id(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000' references core.agents,
  -- The kind of thing, such as Pod, Node or Database
  config_class text not null,
  type text not null check (type <> ''),
  name text not null check (name <> ''),
  external_id text[] not null default '{}',
  description text,
  icon text,
  status text,
  health text,
  labels jsonb not null default '{}',
  tags jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index config_items_name on core.config_items (type, name, id) where deleted_at is null;
create index config_items_agent on core.config_items (agent_id, type);
create trigger config_items_updated before update on core.config_items
for each row execute function core.touch_updated_at();

create table core.components (
  id uuid primary key default core.new_id(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000' references core.agents,
  parent_id uuid references core.components on delete cascade,
  external_id text not null,
  name text not null check (name <> ''),
  namespace text,
  type text,
  icon text,
  status text,
  health text,
  labels jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index components_name on core.components (name, id) where deleted_at is null;
create index components_parent on core.components (parent_id);
create index components_agent on core.components (agent_id);
create trigger components_updated before update on core.components
for each row execute function core.touch_updated_at();

-- Which checks belong to what. The selector that found the check is part of the key, as several may find it.
create table core.check_component_relationships (
  component_id uuid not null references core.components on delete cascade,
  check_id uuid not null references core.checks on delete cascade,
  selector_id text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (component_id, check_id, selector_id)
);
create index check_component_relationships_check on core.check_component_relationships (check_id);
create trigger check_component_relationships_updated before update on core.check_component_relationships
for each row execute function core.touch_updated_at();

create table core.check_config_relationships (
  config_id uuid not null references core.config_items on delete cascade,
  check_id uuid not null references core.checks on delete cascade,
  selector_id text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (config_id, check_id, selector_id)
);
create index check_config_relationships_check on core.check_config_relationships (check_id);
create trigger check_config_relationships_updated before update on core.check_config_relationships
for each row execute function core.touch_updated_at();
