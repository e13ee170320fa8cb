-- Counts by type, so that the summary of the catalog reads no items; the values of labels and tags and the words of
-- documents in indexes that cost little to write.

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

-- A statement that adds the deltas of some rows, which are planned by how many there are.
-- `source` selects: sign, items (1, or 0 for rows that only change the numbers of an item), type, archived, health,
-- cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d, created_at, updated_at (null where they stay),
-- changes_7d, changes_30d, open_analysis
create function core.type_delta_statement(source text) returns text
language sql immutable
as $$
  select format($statement$
    with told as materialized (%s),
    sums as (
      select sign, type, archived, health, sum(sign * items) as count,
        sum(sign * changes_7d) as changes_7d, sum(sign * changes_30d) as changes_30d,
        sum(sign * cost_per_minute) as cost_per_minute, sum(sign * cost_total_1d) as cost_total_1d,
        sum(sign * cost_total_7d) as cost_total_7d, sum(sign * cost_total_30d) as cost_total_30d,
        sum(sign) filter (where created_at is not null) as created, max(created_at) as created_at,
        sum(sign) filter (where updated_at is not null) as updated, max(updated_at) as updated_at
      from told group by sign, type, archived, health
    )
    insert into core.config_type_deltas (type, archived, health, metric, value, at)
    select type, archived, health, metric, sum(value), null
    from (
      select sums.type, sums.archived, sums.health, counted.metric, counted.value
      from sums cross join lateral (
        values ('count', count), ('changes_7d', changes_7d), ('changes_30d', changes_30d),
          ('cost_per_minute', cost_per_minute), ('cost_total_1d', cost_total_1d), ('cost_total_7d', cost_total_7d),
          ('cost_total_30d', cost_total_30d)
      ) as counted (metric, value)
      union all
      select told.type, told.archived, told.health, 'analysis:' || kind.key, told.sign * kind.value::numeric
      from told cross join lateral jsonb_each_text(told.open_analysis) as kind
      where told.open_analysis <> '{}'
    ) as parts
    group by 1, 2, 3, 4 having sum(value) <> 0
    union all
    select type, archived, '', metric, sum(value), max(at)
    from sums cross join lateral (
      values ('created_at', created, created_at), ('updated_at', updated, updated_at)
    ) as timed (metric, value, at)
    where at is not null
    group by type, archived, metric, sign
  $statement$, source)
$$;

create function core.count_config_items() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    -- Nothing is known of them yet.
    execute core.type_delta_statement($source$
      select 1 as sign, 1 as items, type, false as archived, coalesce(health, 'unknown') as health, cost_per_minute,
        cost_total_1d, cost_total_7d, cost_total_30d, created_at, updated_at, 0 as changes_7d, 0 as changes_30d,
        '{}'::jsonb as open_analysis
      from new_rows where deleted_at is null
    $source$);
  else
    execute core.type_delta_statement($source$
      select side.sign, 1 as items, side.type, notes.archived_at is not null as archived, side.health,
        side.cost_per_minute, side.cost_total_1d, side.cost_total_7d, side.cost_total_30d, side.created_at,
        side.updated_at, coalesce(stats.changes_7d, 0) as changes_7d, coalesce(stats.changes_30d, 0) as changes_30d,
        coalesce(stats.open_analysis, '{}') as open_analysis
      from old_rows as before
      join new_rows as fresh using (id)
      cross join lateral (
        select before.type = fresh.type and (before.deleted_at is null) = (fresh.deleted_at is null) as same
      ) as place
      cross join lateral (
        values
          (-1, before.type, coalesce(before.health, 'unknown'), before.deleted_at, before.cost_per_minute,
            before.cost_total_1d, before.cost_total_7d, before.cost_total_30d,
            case when not same or before.created_at <> fresh.created_at then before.created_at end,
            case when not same or before.updated_at <> fresh.updated_at then before.updated_at end),
          (1, fresh.type, coalesce(fresh.health, 'unknown'), fresh.deleted_at, fresh.cost_per_minute,
            fresh.cost_total_1d, fresh.cost_total_7d, fresh.cost_total_30d,
            case when not same or before.created_at <> fresh.created_at then fresh.created_at end,
            case when not same or before.updated_at <> fresh.updated_at then fresh.updated_at end)
      ) as side (
        sign, type, health, deleted_at, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d, created_at,
        updated_at
      )
      left join core.config_item_stats as stats on stats.config_id = fresh.id
      left join core.config_item_notes as notes on notes.config_id = fresh.id
      where side.deleted_at is null
        and (before.type, before.health, before.deleted_at is null, before.cost_per_minute, before.cost_total_1d,
          before.cost_total_7d, before.cost_total_30d, before.created_at, before.updated_at)
        is distinct from (fresh.type, fresh.health, fresh.deleted_at is null, fresh.cost_per_minute,
          fresh.cost_total_1d, fresh.cost_total_7d, fresh.cost_total_30d, fresh.created_at, fresh.updated_at)
    $source$);
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
begin
  execute core.type_delta_statement($source$
    select -1 as sign, 1 as items, items.type, notes.archived_at is not null as archived,
      coalesce(items.health, 'unknown') as health, items.cost_per_minute, items.cost_total_1d, items.cost_total_7d,
      items.cost_total_30d, items.created_at, items.updated_at, coalesce(stats.changes_7d, 0) as changes_7d,
      coalesce(stats.changes_30d, 0) as changes_30d, coalesce(stats.open_analysis, '{}') as open_analysis
    from core.config_items as items
    left join core.config_item_stats as stats on stats.config_id = items.id
    left join core.config_item_notes as notes on notes.config_id = items.id
    where items.id = $1
  $source$) using old.id;
  return old;
end
$$;
create trigger count_remove before delete on core.config_items
for each row when (old.deleted_at is null) execute function core.count_removed_config_item();

-- Numbers of items. The items are locked: whoever changes one at the same time comes before or after, so that the sum of
-- what both add is right.
create function core.count_config_item_stats() returns trigger
language plpgsql
as $$
declare
  changed text;
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
  execute core.type_delta_statement(format($source$
    select changed.sign, 0 as items, items.type, notes.archived_at is not null as archived,
      coalesce(items.health, 'unknown') as health, null::numeric as cost_per_minute, null::numeric as cost_total_1d,
      null::numeric as cost_total_7d, null::numeric as cost_total_30d, null::timestamptz as created_at,
      null::timestamptz as updated_at, changed.changes_7d, changed.changes_30d, changed.open_analysis
    from (%s) as changed
    join core.config_items as items on items.id = changed.config_id and items.deleted_at is null
    left join core.config_item_notes as notes on notes.config_id = items.id
  $source$, changed));
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

-- Archived items are counted by themselves.
create function core.count_config_item_notes() returns trigger
language plpgsql
as $$
declare
  changed uuid;
  was boolean := tg_op <> 'INSERT' and old.archived_at is not null;
  is_now boolean := tg_op <> 'DELETE' and new.archived_at is not null;
begin
  if was <> is_now then
    changed := case tg_op when 'DELETE' then old.config_id else new.config_id end;
    perform 1 from core.config_items where id = changed for no key update;
    execute core.type_delta_statement($source$
      select side.sign, 1 as items, items.type, side.archived, coalesce(items.health, 'unknown') as health,
        items.cost_per_minute, items.cost_total_1d, items.cost_total_7d, items.cost_total_30d, items.created_at,
        items.updated_at, coalesce(stats.changes_7d, 0) as changes_7d, coalesce(stats.changes_30d, 0) as changes_30d,
        coalesce(stats.open_analysis, '{}') as open_analysis
      from core.config_items as items
      left join core.config_item_stats as stats on stats.config_id = items.id
      cross join lateral (values (-1, $2), (1, $3)) as side (sign, archived)
      where items.id = $1 and items.deleted_at is null
    $source$) using changed, was, is_now;
  end if;
  return null;
end
$$;
create trigger count_change after insert or update of archived_at or delete on core.config_item_notes
for each row execute function core.count_config_item_notes();

-- Adds the deltas to the counts. Where the latest item of a type has left it, the time is looked up among its items.
create function core.fold_type_deltas() returns integer
language plpgsql
as $$
declare
  folded integer := 0;
  outdated record;
begin
  -- Another process does it.
  if not pg_try_advisory_xact_lock(hashtextextended('binnacle catalog counts', 0)) then
    return 0;
  end if;
  for outdated in
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
      returning type, archived, health, metric, at
    )
    select sums.type, sums.archived, sums.metric, sums.rows, coalesce(sums.gone >= written.at, sums.gone is not null) as left_it
    from sums join written using (type, archived, health, metric)
  loop
    folded := folded + outdated.rows;
    if outdated.left_it then
      update core.config_type_counts as counts
      set at = (
        select max(case outdated.metric when 'created_at' then items.created_at else items.updated_at end)
        from core.config_items as items
        left join core.config_item_notes as notes on notes.config_id = items.id
        where items.type = outdated.type and items.deleted_at is null
          and (notes.archived_at is not null) = outdated.archived
      )
      where counts.type = outdated.type and counts.archived = outdated.archived and counts.metric = outdated.metric;
    end if;
  end loop;
  if folded > 0 then
    delete from core.config_type_counts where value = 0;
  end if;
  return folded;
end
$$;

do $$
begin
  execute core.type_delta_statement($source$
    select 1 as sign, 1 as items, items.type, notes.archived_at is not null as archived,
      coalesce(items.health, 'unknown') as health, items.cost_per_minute, items.cost_total_1d, items.cost_total_7d,
      items.cost_total_30d, items.created_at, items.updated_at, coalesce(stats.changes_7d, 0) as changes_7d,
      coalesce(stats.changes_30d, 0) as changes_30d, coalesce(stats.open_analysis, '{}') as open_analysis
    from core.config_items as items
    left join core.config_item_stats as stats on stats.config_id = items.id
    left join core.config_item_notes as notes on notes.config_id = items.id
    where items.deleted_at is null
  $source$);
  perform core.fold_type_deltas();
end
$$;

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
-- Finds any of some values, and any that begins with one of `starts`. None may be empty.
create function core.tag_values_query(texts text[], starts text[]) returns tsquery
language sql immutable parallel safe
as $$
  select string_agg(
    '''' || replace(replace(left(lower(told.text), 100), '\', '\\'), '''', '''''') || '''' || told.ending, ' | '
  )::tsquery
  from (select unnest(texts), '' union all select unnest(starts), ':*') as told (text, ending)
$$;
drop index core.config_items_values;
create index config_items_values on core.config_items using gin (core.tag_values(tags, labels));
-- Most updates change no column that has an index. Where a page has room, they write no index.
alter table core.config_items set (fillfactor = 85);

-- The words of documents are indexed by a job, because it takes longer than to store them.
alter table core.config_item_bodies add column indexed boolean not null default false;
drop index core.config_item_bodies_words;
create index config_item_bodies_words on core.config_item_bodies using gin (core.document_words(config)) where indexed;
create index config_item_bodies_unindexed on core.config_item_bodies (changed_at desc) where not indexed;
-- No plan needs the statistics of words, which take longer to gather than those of all other columns.
alter index core.config_item_bodies_words alter column 1 set statistics 0;

-- Pages of one health in the order of lists, and pages and counts of changes of one type, without a look at the others.
drop index core.config_items_health;
create index config_items_health on core.config_items (health, type, name, id) where deleted_at is null;
create index config_changes_type on core.config_changes (change_type, created_at desc, id desc)
include (severity, config_id);
