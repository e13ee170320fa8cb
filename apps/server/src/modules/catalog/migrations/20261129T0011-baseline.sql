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
  deleted_at timestamptz,
  -- Changes with each save
  revision uuid not null default core.new_id(),
  -- The spec as it was typed, sealed, without its secrets
  text text,
  -- Whether any entry asks to be told what happens between two runs
  follows boolean not null default false
);
create unique index config_scrapers_identity on core.config_scrapers (agent_id, name, namespace, coalesce(source, 'UI'))
where deleted_at is null;
create index config_scrapers_due on core.config_scrapers (due_at) where deleted_at is null;
create index config_scrapers_created_by on core.config_scrapers (created_by);
create trigger config_scrapers_updated before update of name, namespace, description, spec, source, deleted_at
on core.config_scrapers for each row execute function core.touch_updated_at();
select core.announce_changes_of('core.config_scrapers', 'config_scrapers', 'id');

-- What lists, filters and counts read of items. Documents, and columns that every run writes, are in other tables.
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
  -- When the document changed
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  scraper_id uuid references core.config_scrapers on delete set null,
  -- The part of its source that contains it, such as a region; with the type, the partition of a run
  scope text not null default '',
  -- Where it was read
  source text,
  properties jsonb not null default '[]',
  parent_id uuid references core.config_items on delete set null deferrable initially deferred,
  -- Ids of what contains it, the outermost first, separated by dots; empty for what nothing contains
  path text not null default '',
  ready boolean,
  cost_per_minute numeric(16, 4),
  cost_total_1d numeric(16, 4),
  cost_total_7d numeric(16, 4),
  cost_total_30d numeric(16, 4),
  -- Made by a person; no run deletes it
  manual boolean not null default false,
  created_by uuid references core.people on delete set null,
  delete_reason text,
  -- Digest of the other columns after the last run. Where it is null, the next run compares the columns
  hash bytea,
  namespace text generated always as (tags ->> 'namespace') stored
  -- Most updates change no column that has an index. Where a page has room, they write no index.
) with (fillfactor = 85);
create index config_items_name on core.config_items (type, name, id) where deleted_at is null;
create index config_items_agent on core.config_items (agent_id, type);
create index config_items_scraper on core.config_items (scraper_id, type, scope) where deleted_at is null;
create index config_items_external on core.config_items using gin (external_id)
with (fastupdate = off);
create index config_items_labels on core.config_items using gin (labels jsonb_path_ops);
create index config_items_tags on core.config_items using gin (tags jsonb_path_ops);
create index config_items_search on core.config_items using gin (
  name gin_trgm_ops, type gin_trgm_ops, description gin_trgm_ops, namespace gin_trgm_ops
);
create index config_items_path on core.config_items (path text_pattern_ops);
create index config_items_parent on core.config_items (parent_id) where parent_id is not null;
create index config_items_deleted on core.config_items (deleted_at) where deleted_at is not null;
create index config_items_created_by on core.config_items (created_by) where created_by is not null;

-- The values of tags and labels, for searches by a value or its start: an index of whole values takes a tenth of the time
-- and the room that one of their trigrams takes. Longer values are cut, so a search compares the rest itself.
create function core.tag_values(tags jsonb, labels jsonb) returns tsvector
language sql immutable parallel safe
as $$
  select array_to_tsvector(coalesce(array_agg(distinct left(lower(value), 100)), '{}'))
  from (
    select value from jsonb_each_text(tags) union all select value from jsonb_each_text(labels)
  ) as entry
  where value <> ''
$$;

create index config_items_values on core.config_items using gin (core.tag_values(tags, labels));
-- Pages of one health in the order of lists, without a look at the others.
create index config_items_health on core.config_items (health, type, name, id) where deleted_at is null;
-- Searches by the start of a name: one range of this index, where that of trigrams has a list for each part of the text.
create index config_items_name_start on core.config_items (lower(name) text_pattern_ops);

create function core.count_config_items() returns trigger
language plpgsql
as $$
declare
  source text;
begin
  if tg_op = 'INSERT' then
    -- Nothing is known of them yet.
    source := $source$
      select 1 as sign, 1 as items, type, false as archived, coalesce(health, 'unknown') as health, cost_per_minute,
        cost_total_1d, cost_total_7d, cost_total_30d, created_at, updated_at, 0 as changes_7d, 0 as changes_30d,
        '{}'::jsonb as open_analysis, status, tags
      from new_rows where deleted_at is null
    $source$;
    execute core.type_delta_statement(source);
    if core.has_groupings() then
      execute core.grouping_delta_statement(source);
    end if;
  else
    source := $source$
      select side.sign, 1 as items, side.type, notes.archived_at is not null as archived, side.health,
        side.cost_per_minute, side.cost_total_1d, side.cost_total_7d, side.cost_total_30d, side.created_at,
        side.updated_at, coalesce(stats.changes_7d, 0) as changes_7d, coalesce(stats.changes_30d, 0) as changes_30d,
        coalesce(stats.open_analysis, '{}') as open_analysis, side.status, side.tags
      from old_rows as before
      join new_rows as fresh using (id)
      cross join lateral (
        select before.type = fresh.type and (before.deleted_at is null) = (fresh.deleted_at is null)
          and SAME_GROUP as same
      ) as place
      cross join lateral (
        values
          (-1, before.type, coalesce(before.health, 'unknown'), before.deleted_at, before.cost_per_minute,
            before.cost_total_1d, before.cost_total_7d, before.cost_total_30d,
            case when not same or before.created_at <> fresh.created_at then before.created_at end,
            case when not same or before.updated_at <> fresh.updated_at then before.updated_at end,
            before.status, before.tags),
          (1, fresh.type, coalesce(fresh.health, 'unknown'), fresh.deleted_at, fresh.cost_per_minute,
            fresh.cost_total_1d, fresh.cost_total_7d, fresh.cost_total_30d,
            case when not same or before.created_at <> fresh.created_at then fresh.created_at end,
            case when not same or before.updated_at <> fresh.updated_at then fresh.updated_at end,
            fresh.status, fresh.tags)
      ) as side (
        sign, type, health, deleted_at, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d, created_at,
        updated_at, status, tags
      )
      left join core.config_item_stats as stats on stats.config_id = fresh.id
      left join core.config_item_notes as notes on notes.config_id = fresh.id
      where side.deleted_at is null
        and (
          not same
          or (before.health, before.cost_per_minute, before.cost_total_1d, before.cost_total_7d, before.cost_total_30d,
            before.created_at, before.updated_at)
          is distinct from (fresh.health, fresh.cost_per_minute, fresh.cost_total_1d, fresh.cost_total_7d,
            fresh.cost_total_30d, fresh.created_at, fresh.updated_at)
        )
    $source$;
    execute core.type_delta_statement(replace(source, 'SAME_GROUP', 'true'));
    if core.has_groupings() then
      execute core.grouping_delta_statement(
        replace(source, 'SAME_GROUP', 'before.status is not distinct from fresh.status and before.tags = fresh.tags')
      );
    end if;
  end if;
  return null;
end
$$;

create trigger count_insert after insert on core.config_items referencing new table as new_rows
for each statement execute function core.count_config_items();
create trigger count_update after update on core.config_items referencing old table as old_rows new table as new_rows
for each statement execute function core.count_config_items();

-- Only items that were deleted before are removed, beside rare ones; their numbers go with them, so they are read first.
create function core.count_removed_config_item() returns trigger
language plpgsql
as $$
declare
  source text := $source$
    select -1 as sign, 1 as items, items.type, notes.archived_at is not null as archived,
      coalesce(items.health, 'unknown') as health, items.cost_per_minute, items.cost_total_1d, items.cost_total_7d,
      items.cost_total_30d, items.created_at, items.updated_at, coalesce(stats.changes_7d, 0) as changes_7d,
      coalesce(stats.changes_30d, 0) as changes_30d, coalesce(stats.open_analysis, '{}') as open_analysis,
      items.status, items.tags
    from core.config_items as items
    left join core.config_item_stats as stats on stats.config_id = items.id
    left join core.config_item_notes as notes on notes.config_id = items.id
    where items.id = $1
  $source$;
begin
  execute core.type_delta_statement(source) using old.id;
  if core.has_groupings() then
    execute core.grouping_delta_statement(source) using old.id;
  end if;
  return old;
end
$$;

create trigger count_remove before delete on core.config_items
for each row when (old.deleted_at is null) execute function core.count_removed_config_item();
select core.announce_changes_of('core.config_items', 'configs', 'id');

-- The document of an item, secrets masked.
create table core.config_item_bodies (
  config_id uuid primary key references core.config_items on delete cascade,
  config jsonb not null,
  -- Of the document with its keys in order; equal documents have equal ones
  hash bytea not null,
  -- Version that this document is; the first is 1
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  -- Whether its words are in the index. A job adds them, because it takes longer than to store the document.
  indexed boolean not null default false
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

create index config_item_bodies_words on core.config_item_bodies using gin (core.document_words(config)) where indexed;
create index config_item_bodies_unindexed on core.config_item_bodies (changed_at desc) where not indexed;
-- No plan needs the statistics of words, which take longer to gather than those of all other columns.
alter index core.config_item_bodies_words alter column 1 set statistics 0;

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
-- Few items are archived, so lists look for those and leave them out.
create index config_item_notes_archived on core.config_item_notes (config_id) where archived_at is not null;
create trigger config_item_notes_updated before update on core.config_item_notes
for each row execute function core.touch_updated_at();

-- Archived items are counted by themselves.
create function core.count_config_item_notes() returns trigger
language plpgsql
as $$
declare
  changed uuid;
  was boolean := tg_op <> 'INSERT' and old.archived_at is not null;
  is_now boolean := tg_op <> 'DELETE' and new.archived_at is not null;
  source text := $source$
    select side.sign, 1 as items, items.type, side.archived, coalesce(items.health, 'unknown') as health,
      items.cost_per_minute, items.cost_total_1d, items.cost_total_7d, items.cost_total_30d, items.created_at,
      items.updated_at, coalesce(stats.changes_7d, 0) as changes_7d, coalesce(stats.changes_30d, 0) as changes_30d,
      coalesce(stats.open_analysis, '{}') as open_analysis, items.status, items.tags
    from core.config_items as items
    left join core.config_item_stats as stats on stats.config_id = items.id
    cross join lateral (values (-1, $2), (1, $3)) as side (sign, archived)
    where items.id = $1 and items.deleted_at is null
  $source$;
begin
  if was <> is_now then
    changed := case tg_op when 'DELETE' then old.config_id else new.config_id end;
    perform 1 from core.config_items where id = changed for no key update;
    execute core.type_delta_statement(source) using changed, was, is_now;
    if core.has_groupings() then
      execute core.grouping_delta_statement(source) using changed, was, is_now;
    end if;
  end if;
  return null;
end
$$;

create trigger count_change after insert or update of archived_at or delete on core.config_item_notes
for each row execute function core.count_config_item_notes();
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
  -- The feed has changes in the order in which they are stored. Their ids say when they happened, and a source tells some
  -- later: a reader whose cursor was past that time never got them.
  stored_at timestamptz default clock_timestamp(),
  primary key (id)
) partition by range (id);
create table core.config_changes_rest partition of core.config_changes default;
create index config_changes_created on core.config_changes (created_at desc, id desc)
include (config_id, change_type, severity);
create index config_changes_created_by on core.config_changes (created_by) where created_by is not null;
create index config_changes_fingerprint on core.config_changes (config_id, fingerprint, created_at desc)
where fingerprint is not null;
-- Pages and counts of changes of one type, without a look at the others.
create index config_changes_type on core.config_changes (change_type, created_at desc, id desc)
include (severity, config_id);
-- Counts of changes of one type and some severities, from a quarter of the pages that those of all severities have.
create index config_changes_type_severity on core.config_changes (change_type, severity, created_at desc, id desc)
include (config_id);
-- Changes of some items are counted by type and sorted without a look at their rows, which lie scattered.
create index config_changes_item on core.config_changes (config_id, created_at desc, id desc) include (change_type, severity);
create index config_changes_stored on core.config_changes (coalesce(stored_at, 'epoch'::timestamptz), id);
select core.announce_changes_of('core.config_changes', 'config_changes', 'config_id');

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
-- Likely causes of a failure include what it needed and what is gone, with the edge to it.
create index config_relationships_gone on core.config_relationships (related_id, deleted_at)
where deleted_at is not null;

create table core.config_costs_daily (
  config_id uuid not null references core.config_items on delete cascade,
  day date not null,
  cost numeric(16, 4) not null,
  currency text not null default 'USD',
  -- Such as `aws:123456789012`. Costs are replaced by bill and day: a day that a run tells again has what it tells now,
  -- whichever items get it.
  bill text not null,
  primary key (config_id, day, currency, bill)
);
create index config_costs_daily_bill on core.config_costs_daily (bill, day);
create index config_costs_daily_day on core.config_costs_daily (day);

-- Numbers that lists show, kept as rows arrive.
create table core.config_item_stats (
  config_id uuid primary key references core.config_items on delete cascade,
  changes_7d integer not null default 0,
  changes_30d integer not null default 0,
  -- Open insights by type
  open_analysis jsonb not null default '{}'
) with (fillfactor = 70);

-- Adds to the counts of items. The rows of the items are locked, so that two transactions that change one item add to its
-- counts one after the other.
create function core.count_config_item_stats() returns trigger
language plpgsql
as $$
declare
  changed text;
  source text;
begin
  changed := case tg_op
    when 'INSERT' then $source$
      select config_id, 1 as sign, changes_7d, changes_30d, open_analysis from new_rows
      where changes_7d <> 0 or changes_30d <> 0 or open_analysis <> '{}'
    $source$
    when 'DELETE' then $source$
      select config_id, -1 as sign, changes_7d, changes_30d, open_analysis from old_rows
      where changes_7d <> 0 or changes_30d <> 0 or open_analysis <> '{}'
    $source$
    else $source$
      select config_id, side.* from old_rows as before join new_rows as fresh using (config_id)
      cross join lateral (
        values (-1, before.changes_7d, before.changes_30d, before.open_analysis),
          (1, fresh.changes_7d, fresh.changes_30d, fresh.open_analysis)
      ) as side (sign, changes_7d, changes_30d, open_analysis)
      where (before.changes_7d, before.changes_30d, before.open_analysis)
        is distinct from (fresh.changes_7d, fresh.changes_30d, fresh.open_analysis)
    $source$
  end;
  execute format(
    'select count(*) from (
       select from core.config_items where id in (select config_id from (%s) as changed) order by id for no key update
     ) as locked',
    changed
  );
  source := format($source$
    select changed.sign, 0 as items, items.type, notes.archived_at is not null as archived,
      coalesce(items.health, 'unknown') as health, null::numeric as cost_per_minute, null::numeric as cost_total_1d,
      null::numeric as cost_total_7d, null::numeric as cost_total_30d, null::timestamptz as created_at,
      null::timestamptz as updated_at, changed.changes_7d, changed.changes_30d, changed.open_analysis, items.status,
      items.tags
    from (%s) as changed
    join core.config_items as items on items.id = changed.config_id and items.deleted_at is null
    left join core.config_item_notes as notes on notes.config_id = items.id
  $source$, changed);
  execute core.type_delta_statement(source);
  if core.has_groupings() then
    execute core.grouping_delta_statement(source);
  end if;
  return null;
end
$$;

create trigger count_insert after insert on core.config_item_stats referencing new table as new_rows
for each statement execute function core.count_config_item_stats();
create trigger count_update after update on core.config_item_stats
referencing old table as old_rows new table as new_rows
for each statement execute function core.count_config_item_stats();
create trigger count_delete after delete on core.config_item_stats referencing old table as old_rows
for each statement execute function core.count_config_item_stats();

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

create table core.scraper_follows (
  scraper_id uuid primary key references core.config_scrapers on delete cascade,
  -- Process that follows the source, until it renews
  owner uuid not null,
  until timestamptz not null,
  since timestamptz not null default now(),
  last_at timestamptz,
  -- Why it began again last
  error text,
  -- When the catalog last had everything of a type: {type: time}. It ends with the row, so what is not followed any more has none
  up_to_date jsonb not null default '{}'
);

-- Counts by type, so that the summary of the catalog reads no items.

-- What each type has. The sum of this table and of the deltas is what a count of the items would say.
create table core.config_type_counts (
  type text not null,
  archived boolean not null,
  -- Empty for times, which no health divides
  health text not null,
  -- `count`, `changes_7d`, `changes_30d`, `cost_…`, `analysis:` with a type of open insights, `created_at`, `updated_at`
  metric text not null,
  value numeric not null,
  -- The latest time, for the last two
  at timestamptz,
  primary key (type, archived, health, metric)
);

-- What transactions add to the counts. They only insert, so none waits for another; `core.fold_type_deltas` adds them up.
create table core.config_type_deltas (
  type text not null,
  archived boolean not null,
  health text not null,
  metric text not null,
  value numeric not null,
  at timestamptz
);

-- A query of what some rows add to counts. It is planned by how many there are.
-- `source` selects what `core.type_delta_statement` says, and the columns `keys`, by which they are counted.
-- `more` adds rows of `keys`, archived, health, metric and value from `told`.
create function core.count_query(source text, keys text, more text) returns text
language sql immutable
as $$
  select replace(replace(replace($statement$
    with told as materialized (SOURCE),
    sums as (
      select sign, KEYS, archived, health, sum(sign * items) as count,
        sum(sign * changes_7d) as changes_7d, sum(sign * changes_30d) as changes_30d,
        sum(sign * cost_per_minute) as cost_per_minute, sum(sign * cost_total_1d) as cost_total_1d,
        sum(sign * cost_total_7d) as cost_total_7d, sum(sign * cost_total_30d) as cost_total_30d,
        sum(sign) filter (where created_at is not null) as created, max(created_at) as created_at,
        sum(sign) filter (where updated_at is not null) as updated, max(updated_at) as updated_at
      from told group by sign, KEYS, archived, health
    )
    select KEYS, archived, health, metric, sum(value), null::timestamptz
    from (
      select KEYS, archived, health, counted.metric, counted.value
      from sums cross join lateral (
        values ('count', count), ('changes_7d', changes_7d), ('changes_30d', changes_30d),
          ('cost_per_minute', cost_per_minute), ('cost_total_1d', cost_total_1d), ('cost_total_7d', cost_total_7d),
          ('cost_total_30d', cost_total_30d)
      ) as counted (metric, value)
      union all
      select KEYS, archived, health, 'analysis:' || kind.name, told.sign * kind.amount::numeric
      from told cross join lateral jsonb_each_text(told.open_analysis) as kind (name, amount)
      where told.open_analysis <> '{}'
      MORE
    ) as parts
    group by KEYS, archived, health, metric having sum(value) <> 0
    union all
    select KEYS, archived, '', metric, sum(value), max(at)
    from sums cross join lateral (
      values ('created_at', created, created_at), ('updated_at', updated, updated_at)
    ) as timed (metric, value, at)
    where at is not null
    group by KEYS, archived, metric, sign
  $statement$, 'KEYS', keys), 'MORE', more), 'SOURCE', source)
$$;

-- What is counted of a row, so that no more than that is gathered.
create function core.counted_columns() returns text
language sql immutable
as $$
  select 'sign, items, type, archived, health, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d, '
    || 'created_at, updated_at, changes_7d, changes_30d, open_analysis'
$$;

-- A statement that adds the deltas of some rows, which are planned by how many there are.
-- `source` selects: sign, items (1, or 0 for rows that only change the numbers of an item), type, archived, health,
-- cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d, created_at, updated_at (null where they stay),
-- changes_7d, changes_30d, open_analysis
create function core.type_delta_statement(source text) returns text
language sql immutable
as $$
  select 'insert into core.config_type_deltas (type, archived, health, metric, value, at) '
    || core.count_query(format('select %s from (%s) as source', core.counted_columns(), source), 'type', '')
$$;

-- Adds the deltas to the counts. Where the latest item of a type has left it, the time is looked up among its items.
-- Takes time that grows with the deltas: a connection that folds every minute keeps the plan of a time without deltas. Joined
-- in one statement, what was taken would be compared with what was written each with each, which took minutes for 50,000.
create function core.fold_type_deltas() returns integer
language plpgsql
as $$
declare
  folded integer;
  -- Types that an item has left, each with its time.
  lefts jsonb;
  outdated record;
begin
  -- Another process does it.
  if not pg_try_advisory_xact_lock(hashtextextended('binnacle catalog counts', 0)) then
    return 0;
  end if;
  with taken as (delete from core.config_type_deltas returning *),
  sums as (
    select type, archived, health, metric, sum(value) as value, count(*) as rows,
      max(at) filter (where value > 0) as at, max(at) filter (where value < 0) as gone
    from taken group by 1, 2, 3, 4
  ),
  written as (
    insert into core.config_type_counts as counts (type, archived, health, metric, value, at)
    select type, archived, health, metric, value, at from sums order by 1, 2, 3, 4
    on conflict (type, archived, health, metric) do update
    set value = counts.value + excluded.value, at = greatest(counts.at, excluded.at)
  )
  select coalesce(sum(rows), 0), jsonb_agg(
    jsonb_build_object('type', type, 'archived', archived, 'health', health, 'metric', metric, 'gone', gone)
  ) filter (where gone is not null)
  into folded, lefts from sums;
  if folded = 0 then
    return 0;
  end if;
  delete from core.config_type_counts where value = 0;
  for outdated in
    select counts.type, counts.archived, counts.metric
    from jsonb_to_recordset(lefts) as was (type text, archived boolean, health text, metric text, gone timestamptz)
    join core.config_type_counts as counts on counts.type = was.type and counts.archived = was.archived
      and counts.health = was.health and counts.metric = was.metric and (counts.at is null or was.gone >= counts.at)
  loop
    update core.config_type_counts as counts
    set at = (
      select max(case outdated.metric when 'created_at' then items.created_at else items.updated_at end)
      from core.config_items as items
      left join core.config_item_notes as notes on notes.config_id = items.id
      where items.type = outdated.type and items.deleted_at is null
        and (notes.archived_at is not null) = outdated.archived
    )
    where counts.type = outdated.type and counts.archived = outdated.archived and counts.metric = outdated.metric;
  end loop;
  return folded;
end
$$;

-- Finds any of some values, and any that begins with one of `starts`. None may be empty.
create function core.tag_values_query(texts text[], starts text[]) returns tsquery
language sql immutable parallel safe
as $$
  select string_agg(
    '''' || replace(replace(left(lower(told.text), 100), '\', '\\'), '''', '''''') || '''' || told.ending, ' | '
  )::tsquery
  from (select unnest(texts), '' union all select unnest(starts), ':*') as told (text, ending)
$$;

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

-- What the specs of scrapers covered, so that items of what a changed spec no longer covers are found.

-- A part of a source that a run saw whole, and the spec of the last run that did. Null means all types or scopes.
create table core.scrape_partitions (
  scraper_id uuid not null references core.config_scrapers on delete cascade,
  type text,
  scope text,
  revision uuid not null,
  unique nulls not distinct (scraper_id, type, scope)
);

-- The spec of the last run of a scraper, and when its first run began.
create table core.scrape_specs (
  scraper_id uuid primary key references core.config_scrapers on delete cascade,
  revision uuid not null,
  since timestamptz not null
);

-- Items that were purged after the ages of their type had deleted them. Their source may show them still, and without this they
-- would be new again.
create table core.config_item_expired (
  config_id uuid primary key,
  scraper_id uuid not null references core.config_scrapers on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Of the document; null where there was none.
  config_hash bytea,
  shown_at timestamptz not null
);
create index config_item_expired_scraper on core.config_item_expired (scraper_id);
create index config_item_expired_shown on core.config_item_expired (shown_at);

-- The newest change of an item that its source gave a time: when it happened, and when it was stored.
create table core.config_item_lags (
  config_id uuid primary key references core.config_items on delete cascade,
  change_at timestamptz not null,
  stored_at timestamptz not null
);

-- The same of all that a scraper told, so that people see how far the catalog is behind its sources.
create table core.scraper_lags (
  scraper_id uuid primary key references core.config_scrapers on delete cascade,
  change_at timestamptz not null,
  stored_at timestamptz not null
);

-- Counts by tags and statuses, for the groupings that people ask for: a summary of 100,000 items by cluster took 240 ms
-- because it read them all. Few tags are ever grouped by, so only those that somebody asks for are counted.
create table core.config_groupings (
  id integer generated always as identity primary key,
  -- `type`, `provider`, `status`, or `tag:` with the name of a tag
  columns text[] not null unique,
  -- `requested`: items that are written from now on are counted. `counted`: so is every item.
  -- `refused`: it has too many groups, so that reading the items is as fast.
  state text not null default 'requested' check (state in ('requested', 'counted', 'refused')),
  -- Transactions with this id or a later one count what they write. Null until the request is visible to all of them
  horizon xid8,
  -- When somebody asked last, or when it was refused
  requested_at timestamptz not null default now()
);

-- As `core.config_type_counts`, by the values of the columns of a grouping. `type:` with a type counts the items of it; the
-- order of the metrics says which one comes first.
create table core.config_grouping_counts (
  grouping_id integer not null references core.config_groupings on delete cascade,
  key text[] not null,
  archived boolean not null,
  health text not null,
  metric text collate "C" not null,
  value numeric not null,
  at timestamptz,
  primary key (grouping_id, key, archived, health, metric)
);
-- There are many more rows of types than others, and a summary shows one type of each group.
create index config_grouping_counts_shown on core.config_grouping_counts (grouping_id)
where not starts_with(metric, 'type:');

-- As `core.config_type_deltas`.
create table core.config_grouping_deltas (
  grouping_id integer not null,
  key text[] not null,
  archived boolean not null,
  health text not null,
  metric text not null,
  value numeric not null,
  at timestamptz
);

-- The values of an item by which a grouping counts it.
create function core.grouping_key(columns text[], type text, status text, tags jsonb) returns text[]
language sql immutable parallel safe
as $$
  select array_agg(
    case named.name
      when 'type' then type
      when 'provider' then split_part(type, '::', 1)
      when 'status' then status
      else tags ->> substr(named.name, 5)
    end order by named.place
  )
  from unnest(columns) with ordinality as named (name, place)
$$;

-- `source` selects also the status and the tags of each item.
create function core.grouping_query(source text, condition text) returns text
language sql immutable
as $$
  select core.count_query(
    format($source$
      select %s, groupings.id as grouping_id, core.grouping_key(groupings.columns, type, status, tags) as key
      from (%s) as source
      cross join (select id, columns from core.config_groupings where %s) as groupings
    $source$, core.counted_columns(), source, condition),
    'grouping_id, key',
    $more$
      union all
      select grouping_id, key, archived, '', 'type:' || type, sign * items from told where items <> 0
    $more$
  )
$$;

create function core.grouping_delta_statement(source text) returns text
language sql immutable
as $$
  select 'insert into core.config_grouping_deltas (grouping_id, key, archived, health, metric, value, at) '
    || core.grouping_query(source, $condition$state <> 'refused'$condition$)
$$;

-- Whether anything is counted by more than types.
create function core.has_groupings() returns boolean
language sql volatile
as $$
  select exists (select from core.config_groupings where state <> 'refused')
$$;

-- Most rows of counts of a grouping. From about here on, reading the items takes as long.
create function core.most_grouping_counts() returns integer
language sql immutable
as $$
  select 40000
$$;

-- A condition on items that are in a group. Tags have an index of their pairs.
create function core.grouping_condition(columns text[], key text[]) returns text
language sql immutable
as $$
  select string_agg(
    case
      when named.name = 'type' then format('items.type = %L', named.value)
      when named.name = 'provider' then format('split_part(items.type, ''::'', 1) = %L', named.value)
      when named.name = 'status' then format('items.status is not distinct from %L', named.value)
      when named.value is null then format('items.tags ->> %L is null', substr(named.name, 5))
      else format(
        'items.tags @> %L and items.tags ->> %L = %L',
        jsonb_build_object(substr(named.name, 5), named.value), substr(named.name, 5), named.value
      )
    end, ' and '
  )
  from unnest(columns, key) as named (name, value)
$$;

-- Adds the deltas of counted groupings to their counts, as `core.fold_type_deltas` does, in time that grows with the deltas.
create function core.fold_grouping_deltas() returns integer
language plpgsql
as $$
declare
  folded integer;
  -- Groups that an item has left, each with its time.
  lefts jsonb;
begin
  -- Another process does it.
  if not pg_try_advisory_xact_lock(hashtextextended('binnacle catalog groupings', 0)) then
    return 0;
  end if;
  -- Keys of an index are short, so a grouping with a longer one is not counted. One that gets too many groups is refused
  -- before they are added, as that takes long. A group has four rows at least.
  update core.config_groupings set state = 'refused', requested_at = now()
  where state = 'counted' and (
    id in (select grouping_id from core.config_grouping_deltas where octet_length(key::text) > 1000)
    or id in (
      select grouping_id from core.config_grouping_deltas group by grouping_id
      having count(*) > core.most_grouping_counts() and count(distinct key) * 4 > core.most_grouping_counts()
    )
  );
  delete from core.config_grouping_deltas
  where grouping_id not in (select id from core.config_groupings where state <> 'refused');
  with taken as (
    delete from core.config_grouping_deltas as deltas using core.config_groupings as groupings
    where groupings.id = deltas.grouping_id and groupings.state = 'counted'
    returning deltas.*
  ),
  sums as (
    select grouping_id, key, archived, health, metric, sum(value) as value, count(*) as rows,
      max(at) filter (where value > 0) as at, max(at) filter (where value < 0) as gone
    from taken group by 1, 2, 3, 4, 5
  ),
  written as (
    insert into core.config_grouping_counts as counts (grouping_id, key, archived, health, metric, value, at)
    select grouping_id, key, archived, health, metric, value, at from sums order by 1, 2, 3, 4, 5
    on conflict (grouping_id, key, archived, health, metric) do update
    set value = counts.value + excluded.value, at = greatest(counts.at, excluded.at)
  )
  select coalesce(sum(rows), 0), jsonb_agg(
    jsonb_build_object('grouping_id', grouping_id, 'key', key, 'archived', archived, 'metric', metric, 'gone', gone)
  ) filter (where gone is not null)
  into folded, lefts from sums;
  if folded = 0 then
    return 0;
  end if;
  delete from core.config_grouping_counts where value = 0;
  update core.config_groupings set state = 'refused', requested_at = now()
  where id in (
    select grouping_id from core.config_grouping_counts
    group by grouping_id having count(*) > core.most_grouping_counts()
  );
  delete from core.config_grouping_counts
  where grouping_id in (select id from core.config_groupings where state = 'refused');
  perform core.look_up_grouping_times(outdated.grouping_id, groupings.columns, outdated.groups)
  from (
    select counts.grouping_id,
      jsonb_agg(distinct jsonb_build_object('key', counts.key, 'archived', counts.archived)) as groups
    from jsonb_to_recordset(lefts) as was (
      grouping_id integer, key text[], archived boolean, metric text, gone timestamptz
    )
    join core.config_grouping_counts as counts on counts.grouping_id = was.grouping_id and counts.key = was.key
      and counts.archived = was.archived and counts.health = '' and counts.metric = was.metric
      and (counts.at is null or was.gone >= counts.at)
    group by counts.grouping_id
  ) as outdated
  join core.config_groupings as groupings on groupings.id = outdated.grouping_id;
  return folded;
end
$$;

-- Counts the items of groupings that were requested. A transaction that wrote before it could see the request has counted
-- nothing for it, so this waits until all of those have ended: whatever is not in sight then is in the deltas.
create function core.count_groupings() returns integer
language plpgsql
as $$
declare
  requested record;
  counted integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('binnacle catalog groupings', 0)) then
    return 0;
  end if;
  for requested in
    select id from core.config_groupings
    where state = 'requested' and horizon <= pg_snapshot_xmin(pg_current_snapshot())
    order by id
  loop
    -- One statement, so that it sees all items and the deltas of what it sees.
    execute format(
      $fill$
        with seen as (
          delete from core.config_grouping_deltas where grouping_id = %1$s
        ),
        counted as materialized (
          select * from (%2$s) as counted (grouping_id, key, archived, health, metric, value, at)
          limit core.most_grouping_counts() + 1
        ),
        refused as (
          update core.config_groupings set state = 'refused', requested_at = now()
          where id = %1$s and (
            (select count(*) from counted) > core.most_grouping_counts()
            or exists (select from counted where octet_length(key::text) > 1000)
          )
          returning id
        )
        insert into core.config_grouping_counts (grouping_id, key, archived, health, metric, value, at)
        select * from counted where not exists (select from refused)
      $fill$,
      requested.id,
      core.grouping_query(
        $source$
          select 1 as sign, 1 as items, items.type, notes.archived_at is not null as archived,
            coalesce(items.health, 'unknown') as health, items.cost_per_minute, items.cost_total_1d,
            items.cost_total_7d, items.cost_total_30d, items.created_at, items.updated_at,
            coalesce(stats.changes_7d, 0) as changes_7d, coalesce(stats.changes_30d, 0) as changes_30d,
            coalesce(stats.open_analysis, '{}') as open_analysis, items.status, items.tags
          from core.config_items as items
          left join core.config_item_stats as stats on stats.config_id = items.id
          left join core.config_item_notes as notes on notes.config_id = items.id
          where items.deleted_at is null
        $source$,
        format('id = %s', requested.id)
      )
    );
    update core.config_groupings set state = 'counted' where id = requested.id and state = 'requested';
    counted := counted + 1;
  end loop;
  return counted;
end
$$;

-- SQL of the values of an item by which a grouping counts it.
create function core.grouping_key_sql(columns text[]) returns text
language sql immutable
as $$
  select 'array[' || string_agg(
    case named.name
      when 'type' then 'items.type'
      when 'provider' then 'split_part(items.type, ''::'', 1)'
      when 'status' then 'items.status'
      else format('items.tags ->> %L', substr(named.name, 5))
    end, ', ' order by named.place
  ) || ']::text[]'
  from unnest(columns) with ordinality as named (name, place)
$$;

-- Looks up the times of groups that their latest item has left: of a few with indexes, of many by reading all items once.
create function core.look_up_grouping_times(grouping_id integer, columns text[], groups jsonb) returns void
language plpgsql
as $$
declare
  one record;
  few constant integer := 8;
  condition text;
begin
  for one in
    select key, archived from jsonb_to_recordset(groups) as listed (key text[], archived boolean)
    where jsonb_array_length(groups) <= few
    union all
    select null, null where jsonb_array_length(groups) > few
  loop
    condition := case when one.key is null then 'true' else core.grouping_condition(columns, one.key) end;
    execute format(
      $latest$
        update core.config_grouping_counts as counts set at = latest.at
        from (
          select times.key, times.archived, named.metric, named.at
          from (
            select %s as key, notes.archived_at is not null as archived, max(items.created_at) as created_at,
              max(items.updated_at) as updated_at
            from core.config_items as items
            left join core.config_item_notes as notes on notes.config_id = items.id
            where items.deleted_at is null and %s
            group by 1, 2
          ) as times
          cross join lateral (
            values ('created_at', times.created_at), ('updated_at', times.updated_at)
          ) as named (metric, at)
        ) as latest
        where counts.grouping_id = $1 and counts.key = latest.key and counts.archived = latest.archived
          and counts.health = '' and counts.metric = latest.metric and counts.at is distinct from latest.at
      $latest$,
      core.grouping_key_sql(columns), condition
    ) using grouping_id;
  end loop;
end
$$;

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
