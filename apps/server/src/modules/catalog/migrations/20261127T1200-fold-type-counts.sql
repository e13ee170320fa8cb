-- Counts by type are folded in time that grows with the deltas. A connection that folds every minute keeps the plan of a time
-- without deltas, which joins what was taken with what was written by comparing each with each: 50,000 deltas of as many
-- groups took minutes.

create or replace function core.fold_type_deltas() returns integer
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
