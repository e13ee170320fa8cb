-- The catalog: what is run, what it is now, what it was, what changed and what depends on it.

-- Where configuration is read from, and how.
create table core.config_scrapers (
  id uuid primary key default core.new_id(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000' references core.agents,
  name text not null check (name <> ''),
  namespace text not null default 'default',
  description text,
  -- As people wrote it, with sealed secrets
  spec jsonb not null,
  source text,
  -- Why the last run failed; null after a run that did not
  error text,
  error_at timestamptz,
  -- When the next run begins; null while nothing is scheduled
  due_at timestamptz,
  -- When the last run began that read everything
  complete_at timestamptz,
  created_by uuid references core.people on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index config_scrapers_identity on core.config_scrapers (agent_id, name, namespace, coalesce(source, 'UI'))
where deleted_at is null;
create index config_scrapers_due on core.config_scrapers (due_at) where deleted_at is null;
create index config_scrapers_created_by on core.config_scrapers (created_by);
create trigger config_scrapers_updated before update of name, namespace, description, spec, source, deleted_at
on core.config_scrapers for each row execute function core.touch_updated_at();
select core.announce_changes_of('core.config_scrapers', 'config_scrapers', 'id');

-- Columns that lists, filters and counts read. Documents, and columns that every run writes, are in other tables.
alter table core.config_items
  add column scraper_id uuid references core.config_scrapers on delete set null,
  -- The part of its source that contains it, such as a region; with the type, the partition of a run
  add column scope text not null default '',
  -- Where it was read
  add column source text,
  add column properties jsonb not null default '[]',
  add column parent_id uuid references core.config_items on delete set null deferrable initially deferred,
  -- Ids of what contains it, the outermost first, separated by dots; empty for what nothing contains
  add column path text not null default '',
  add column ready boolean,
  add column cost_per_minute numeric(16, 4),
  add column cost_total_1d numeric(16, 4),
  add column cost_total_7d numeric(16, 4),
  add column cost_total_30d numeric(16, 4),
  -- Made by a person; no run deletes it
  add column manual boolean not null default false,
  add column created_by uuid references core.people on delete set null,
  add column delete_reason text,
  -- Digest of the other columns after the last run. Where it is null, the next run compares the columns
  add column hash bytea,
  add column namespace text generated always as (tags ->> 'namespace') stored;
-- It says when the document changed.
drop trigger config_items_updated on core.config_items;
create index config_items_scraper on core.config_items (scraper_id, type, scope) where deleted_at is null;
create index config_items_health on core.config_items (health, type) where deleted_at is null;
create index config_items_external on core.config_items using gin (external_id)
with (fastupdate = off);
create index config_items_labels on core.config_items using gin (labels jsonb_path_ops);
create index config_items_tags on core.config_items using gin (tags jsonb_path_ops);
create index config_items_search on core.config_items using gin (
  name gin_trgm_ops, type gin_trgm_ops, description gin_trgm_ops, namespace gin_trgm_ops
);
create index config_items_values on core.config_items using gin ((lower(tags::text || labels::text)) gin_trgm_ops);
create index config_items_path on core.config_items (path text_pattern_ops);
create index config_items_parent on core.config_items (parent_id) where parent_id is not null;
create index config_items_deleted on core.config_items (deleted_at) where deleted_at is not null;
create index config_items_created_by on core.config_items (created_by) where created_by is not null;
select core.announce_changes_of('core.config_items', 'configs', 'id');

-- The document of an item, secrets masked.
create table core.config_item_bodies (
  config_id uuid primary key references core.config_items on delete cascade,
  config jsonb not null,
  -- Of the document with its keys in order; equal documents have equal ones
  hash bytea not null,
  -- Version that this document is; the first is 1
  version integer not null default 1,
  changed_at timestamptz not null default now()
);

-- The words of a document, for searches. A document with too many for one list has none.
create function core.document_words(document jsonb) returns tsvector
language plpgsql immutable parallel safe
as $$
begin
  return jsonb_to_tsvector('simple'::regconfig, document, '["string", "numeric", "boolean"]');
exception when program_limit_exceeded then
  return '';
end
$$;
create index config_item_bodies_words on core.config_item_bodies using gin (core.document_words(config));

-- When a run saw an item last. Written by every run, so it contains nothing else.
create table core.config_item_liveness (
  config_id uuid primary key references core.config_items on delete cascade,
  last_scraped_time timestamptz not null,
  run_id uuid,
  -- Complete runs in a row that did not show it
  missing_runs smallint not null default 0
) with (fillfactor = 50);

-- What people say of an item. No run changes it.
create table core.config_item_notes (
  config_id uuid primary key references core.config_items on delete cascade,
  owner_team_id uuid references core.teams on delete set null,
  owner_person_id uuid references core.people on delete set null,
  notes text,
  -- Values by the name of the field
  fields jsonb not null default '{}',
  -- Added to those that runs find, and stronger
  tags jsonb not null default '{}',
  -- Kept out of lists, however often a run sees it
  archived_at timestamptz,
  -- Its changes and insights are counted, and not kept
  ignored_at timestamptz,
  updated_by uuid references core.people on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index config_item_notes_team on core.config_item_notes (owner_team_id) where owner_team_id is not null;
create index config_item_notes_person on core.config_item_notes (owner_person_id) where owner_person_id is not null;
create trigger config_item_notes_updated before update on core.config_item_notes
for each row execute function core.touch_updated_at();
select core.announce_changes_of('core.config_item_notes', 'configs', 'config_id');

-- Earlier documents. Each row leads from the version after it back to its own; every so many versions one is whole.
create table core.config_versions (
  config_id uuid not null references core.config_items on delete cascade,
  version integer not null,
  -- When the document became this one, and when it stopped to be
  since timestamptz not null,
  until timestamptz not null,
  whole boolean not null,
  -- Compressed with zstd: the document, or a patch after RFC 6902
  body bytea not null,
  -- The change that ended it
  change_id uuid,
  primary key (config_id, version)
);
create index config_versions_time on core.config_versions (config_id, until);
create index config_versions_until on core.config_versions (until);

-- One row for changes that are alike and near in time; its occurrences are kept apart.
create table core.config_changes (
  id uuid not null default core.new_id(),
  config_id uuid not null references core.config_items on delete cascade,
  external_change_id text,
  external_created_by text,
  change_type text not null,
  severity text,
  source text,
  summary text,
  created_by uuid references core.people on delete set null,
  -- Of the first and the last occurrence
  first_observed timestamptz not null default now(),
  created_at timestamptz not null default now(),
  count integer not null default 1,
  fingerprint bytea,
  primary key (id)
) partition by range (id);
create table core.config_changes_rest partition of core.config_changes default;
create index config_changes_created on core.config_changes (created_at desc, id desc)
include (config_id, change_type, severity);
create index config_changes_config on core.config_changes (config_id, created_at desc, id desc);
create index config_changes_created_by on core.config_changes (created_by) where created_by is not null;
create index config_changes_fingerprint on core.config_changes (config_id, fingerprint, created_at desc)
where fingerprint is not null;

-- What only the details of a change show.
create table core.config_change_bodies (
  change_id uuid not null,
  diff text,
  -- The merge patch from the new document to the old one, as other clients read it
  patches jsonb,
  details jsonb,
  primary key (change_id)
) partition by range (change_id);
create table core.config_change_bodies_rest partition of core.config_change_bodies default;

-- Each time that a change of a group happened.
create table core.config_change_occurrences (
  change_id uuid not null,
  at timestamptz not null,
  -- Place in the group, from 1
  number integer not null,
  summary text,
  by text,
  -- What changed, with values before and after: a list of {path, before, after}
  changed jsonb,
  primary key (change_id, number)
) partition by range (change_id);
create table core.config_change_occurrences_rest partition of core.config_change_occurrences default;

-- Names of changes in their source, which say that a change is known. They cannot be unique across partitions otherwise.
create table core.config_change_keys (
  config_id uuid not null,
  external_change_id text not null,
  change_id uuid not null,
  -- Of its time and details; told again with others, it happened again
  digest text not null,
  seen_at timestamptz not null default now(),
  primary key (config_id, external_change_id)
);
create index config_change_keys_seen on core.config_change_keys (seen_at);

-- Changes that are not kept, and why: by rule, or because no item is theirs.
create table core.config_change_drops (
  scraper_id uuid not null references core.config_scrapers on delete cascade,
  day date not null,
  reason text not null check (reason in ('ignored', 'excluded', 'orphaned')),
  change_type text not null,
  -- The rule, or the item that was not found
  because text not null,
  count integer not null,
  last_at timestamptz not null,
  primary key (scraper_id, day, reason, change_type, because)
);

-- Insights: what analyzers say of an item.
create table core.config_analysis (
  id uuid primary key default core.new_id(),
  config_id uuid not null references core.config_items on delete cascade,
  scraper_id uuid references core.config_scrapers on delete set null,
  -- Name in its source. An analyzer may say several things of one item.
  external_id text not null default '',
  analyzer text not null,
  analysis_type text not null,
  severity text not null,
  summary text,
  message text,
  analysis jsonb,
  source text,
  status text not null default 'open',
  created_by uuid references core.people on delete set null,
  first_observed timestamptz not null default now(),
  last_observed timestamptz not null default now(),
  unique (config_id, analyzer, external_id)
);
create index config_analysis_open on core.config_analysis (first_observed desc, id desc) where status = 'open';
create index config_analysis_first on core.config_analysis (first_observed desc, id desc);
create index config_analysis_analyzer on core.config_analysis (analyzer) where status = 'open';
create index config_analysis_observed on core.config_analysis (last_observed);
create index config_analysis_scraper on core.config_analysis (scraper_id, last_observed) where status = 'open';
create index config_analysis_created_by on core.config_analysis (created_by) where created_by is not null;
select core.announce_changes_of('core.config_analysis', 'config_analysis', 'id');

-- Edges of the graph, from what stands above or is needed to what is below or needs it. `hard` ones follow parent_id.
create table core.config_relationships (
  config_id uuid not null references core.config_items on delete cascade,
  related_id uuid not null references core.config_items on delete cascade,
  relation text not null default '',
  -- Who says so: `parent`, a rule, a person, or the scraper itself
  selector_id text not null default '',
  scraper_id uuid references core.config_scrapers on delete cascade,
  -- The item that a run found it on: while it is seen without the edge, the edge is gone
  found_on uuid,
  properties jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (config_id, related_id, relation),
  check (config_id <> related_id)
);
create index config_relationships_related on core.config_relationships (related_id, config_id) where deleted_at is null;
create index config_relationships_scraper on core.config_relationships (scraper_id, last_seen) where deleted_at is null;
create index config_relationships_found_on on core.config_relationships (found_on) where deleted_at is null;

-- Which items belong to which components.
create table core.config_component_relationships (
  component_id uuid not null references core.components on delete cascade,
  config_id uuid not null references core.config_items on delete cascade,
  selector_id text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (component_id, config_id, selector_id)
);
create index config_component_relationships_config on core.config_component_relationships (config_id);
create trigger config_component_relationships_updated before update on core.config_component_relationships
for each row execute function core.touch_updated_at();

create table core.config_costs_daily (
  config_id uuid not null references core.config_items on delete cascade,
  day date not null,
  cost numeric(16, 4) not null,
  currency text not null default 'USD',
  primary key (config_id, day, currency)
);

-- Numbers that lists show, kept as rows arrive.
create table core.config_item_stats (
  config_id uuid primary key references core.config_items on delete cascade,
  changes_7d integer not null default 0,
  changes_30d integer not null default 0,
  -- Open insights by type
  open_analysis jsonb not null default '{}'
) with (fillfactor = 70);
create table core.config_change_daily (
  config_id uuid not null references core.config_items on delete cascade,
  day date not null,
  count integer not null,
  primary key (config_id, day)
);
create index config_change_daily_day on core.config_change_daily (day);

-- Values that filters offer, with how many items have them.
create table core.config_facets (
  kind text not null check (kind in ('type', 'class', 'status', 'health', 'tag', 'label', 'change_type', 'analyzer')),
  key text not null default '',
  value text not null,
  count bigint not null,
  primary key (kind, key, value)
);

-- What a run found, and what came of it.
create table core.scrape_runs (
  id uuid primary key default core.new_id(),
  scraper_id uuid not null references core.config_scrapers on delete cascade,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  -- `running`, `published`, `failed`, `held` (published, but a brake holds its deletions), `preview`
  state text not null default 'running',
  -- {added, updated, unchanged, deleted, restored, changes: {stored, grouped, ignored, excluded, orphaned}, insights, edges}
  counts jsonb not null default '{}',
  -- The same by type
  types jsonb not null default '{}',
  -- What it saw whole: a list of {type, scope}
  complete jsonb not null default '[]',
  -- What it could not read, and what failed for one item: a list of {message, type, scope, item}
  faults jsonb not null default '[]'
);
create index scrape_runs_scraper on core.scrape_runs (scraper_id, started_at desc);
select core.announce_changes_of('core.scrape_runs', 'config_scrapers', 'scraper_id');

-- Deletions that a brake holds until somebody decides.
create table core.scrape_held_deletions (
  scraper_id uuid not null references core.config_scrapers on delete cascade,
  type text not null,
  run_id uuid not null references core.scrape_runs on delete cascade,
  config_ids uuid[] not null,
  -- Items of the type before
  total integer not null,
  held_at timestamptz not null default now(),
  primary key (scraper_id, type)
);
select core.announce_changes_of('core.scrape_held_deletions', 'config_scrapers', 'scraper_id');

-- What the last run read from its source, sealed, so that an edited spec can be tried without asking the source again.
create table core.scrape_pages (
  scraper_id uuid not null references core.config_scrapers on delete cascade,
  number integer not null,
  run_id uuid not null,
  body bytea not null,
  primary key (scraper_id, number)
);
select core.announce_changes_of('core.config_changes', 'config_changes', 'config_id');
