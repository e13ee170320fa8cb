-- The other halves of pairs that may be one renamed thing, as long as the old one is not seen and the new one is.
create function derived.renames_of(item uuid) returns jsonb
language sql stable
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'old', jsonb_build_object('id', old.id, 'name', old.name),
      'new', jsonb_build_object('id', fresh.id, 'name', fresh.name),
      'because', pair.because, 'likeness', pair.likeness, 'found_at', pair.found_at
    ) order by pair.found_at desc, pair.old_id, pair.new_id
  ), '[]')
  from (
    select * from core.config_item_renames where old_id = item
    union all
    select * from core.config_item_renames where new_id = item
  ) as pair
  join core.config_items as old on old.id = pair.old_id
  join core.config_items as fresh on fresh.id = pair.new_id and fresh.deleted_at is null
  left join core.config_item_liveness as live on live.config_id = old.id
  where pair.declined_at is null and (old.deleted_at is not null or live.missing_runs > 0)
$$;
