-- What a form reads of an item that a person made. Notes do not count, because other forms write them.
create function derived.revision_of(item uuid) returns text
language sql stable
as $$
  select encode(sha256(convert_to(jsonb_build_array(
    items.type, items.name, items.description, items.labels,
    items.tags - array(select jsonb_object_keys(coalesce(notes.tags, '{}'))),
    items.parent_id, items.deleted_at is not null, bodies.version
  )::text, 'UTF8')), 'hex')
  from core.config_items as items
  left join core.config_item_notes as notes on notes.config_id = items.id
  left join core.config_item_bodies as bodies on bodies.config_id = items.id
  where items.id = item
$$;

-- Ids that items had before they were joined with others, and the items that they are now.
create view api.config_item_joins as
select joined_id as id, config_id, joined_at from core.config_item_joins;
