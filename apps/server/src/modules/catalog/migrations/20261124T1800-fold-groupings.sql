-- Counts of groupings are folded in time that grows with the deltas. Before, what was taken was joined with what was written
-- by comparing each with each, as nothing is known of how many there are; and each group that its latest item had left was
-- looked up by itself.

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

create or replace function core.fold_grouping_deltas() returns integer
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
