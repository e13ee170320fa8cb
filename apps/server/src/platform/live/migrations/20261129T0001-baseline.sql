-- Tells the processes which rows of a topic are another than before, once a statement. Arguments: topic, name of the id
-- column. Without ids, listeners take everything as changed: those of 300 rows are not gathered, as a payload may have
-- 8000 bytes.
create function core.announce() returns trigger
language plpgsql
as $$
declare
  room constant integer := 300;
  changed integer;
  ids text[];
  payload text;
begin
  -- Planned anew each time: how many rows a statement wrote decides how they are compared. They are compared as they are
  -- stored, which can be done for columns of every type; by the function, as its operator would have all rows sorted.
  execute format(
    'select count(*), array_agg(distinct id) from (' || case tg_op
      when 'INSERT' then 'select %1$I::text as id from new_rows'
      when 'DELETE' then 'select %1$I::text as id from old_rows'
      else
        'select fresh.%1$I::text as id from new_rows as fresh
         where not exists (select from old_rows as before where before.%1$I = fresh.%1$I and record_image_eq(before, fresh))
         union all
         select before.%1$I::text from old_rows as before
         where not exists (select from new_rows as fresh where fresh.%1$I = before.%1$I and record_image_eq(fresh, before))'
    end || ' limit %2$s) as few',
    tg_argv[1],
    room
  ) into changed, ids;
  if changed = 0 then
    return null;
  end if;
  if changed = room or cardinality(ids) > 150 then
    ids := null;
  end if;
  payload := json_build_object('topic', tg_argv[0], 'ids', ids);
  if octet_length(payload) >= 8000 then
    payload := json_build_object('topic', tg_argv[0], 'ids', null);
  end if;
  perform pg_notify('binnacle_live', payload);
  return null;
end
$$;

create function core.announce_changes_of(target regclass, topic text, id_column text) returns void
language plpgsql
as $$
begin
  execute format('create trigger announce_insert after insert on %s referencing new table as new_rows for each statement execute function core.announce(%L, %L)', target, topic, id_column);
  execute format('create trigger announce_update after update on %s referencing old table as old_rows new table as new_rows for each statement execute function core.announce(%L, %L)', target, topic, id_column);
  execute format('create trigger announce_delete after delete on %s referencing old table as old_rows for each statement execute function core.announce(%L, %L)', target, topic, id_column);
end
$$;
