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

create or replace function core.type_delta_statement(source text) returns text
language sql immutable
as $$
  select 'insert into core.config_type_deltas (type, archived, health, metric, value, at) '
    || core.count_query(format('select %s from (%s) as source', core.counted_columns(), source), 'type', '')
$$;

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

create or replace function core.count_config_items() returns trigger
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

create or replace function core.count_removed_config_item() returns trigger
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

create or replace function core.count_config_item_stats() returns trigger
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

create or replace function core.count_config_item_notes() returns trigger
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

-- Adds the deltas of counted groupings to their counts, as `core.fold_type_deltas` does.
create function core.fold_grouping_deltas() returns integer
language plpgsql
as $$
declare
  folded integer := 0;
  outdated record;
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
  for outdated in
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
      returning grouping_id, key, archived, health, metric, value, at
    )
    select sums.grouping_id, groupings.columns, sums.key, sums.archived, sums.metric, sums.rows,
      written.value > 0 and coalesce(sums.gone >= written.at, sums.gone is not null) as left_it
    from sums
    join written using (grouping_id, key, archived, health, metric)
    join core.config_groupings as groupings on groupings.id = sums.grouping_id
  loop
    folded := folded + outdated.rows;
    if outdated.left_it then
      execute format(
        $latest$
          update core.config_grouping_counts
          set at = (
            select max(items.%I)
            from core.config_items as items
            left join core.config_item_notes as notes on notes.config_id = items.id
            where items.deleted_at is null and (notes.archived_at is not null) = $3 and %s
          )
          where grouping_id = $1 and key = $2 and archived = $3 and health = '' and metric = $4
        $latest$,
        outdated.metric, core.grouping_condition(outdated.columns, outdated.key)
      ) using outdated.grouping_id, outdated.key, outdated.archived, outdated.metric;
    end if;
  end loop;
  if folded > 0 then
    delete from core.config_grouping_counts where value = 0;
    update core.config_groupings set state = 'refused', requested_at = now()
    where id in (
      select grouping_id from core.config_grouping_counts
      group by grouping_id having count(*) > core.most_grouping_counts()
    );
  end if;
  delete from core.config_grouping_counts
  where grouping_id in (select id from core.config_groupings where state = 'refused');
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
