-- Changes of the catalog that are sent to a server.

-- Whether there are changes after the cursor of a feed that were stored before a time. Readers may not get all of them yet.
create function derived.has_later_changes(cursor text, stored_before timestamptz) returns boolean
language sql stable
as $$
  select exists (
    select from core.config_changes as changes
    where (coalesce(changes.stored_at, 'epoch'::timestamptz), changes.id) > (
        'epoch'::timestamptz + split_part(cursor, '-', 1)::bigint * interval '1 microsecond',
        substr(cursor, strpos(cursor, '-') + 1)::uuid
      )
      and coalesce(changes.stored_at, 'epoch'::timestamptz) < stored_before
  )
$$;

create view api.config_change_feeds as
select
  feeds.id, feeds.name, feeds.connection_id, connections.namespace as connection_namespace,
  connections.name as connection_name, feeds.config_types, feeds.change_types, feeds.enabled,
  case
    when not feeds.enabled then 'off'
    when feeds.failures > 0 then 'failing'
    -- Changes of the last minute are on their way.
    when derived.has_later_changes(feeds.cursor, now() - interval '1 minute') then 'behind'
    when feeds.sent_at is null then 'waiting'
    else 'current'
  end as status,
  feeds.sent, feeds.sent_at, feeds.failures, feeds.error, feeds.next_at, feeds.created_by, feeds.created_at,
  feeds.updated_at
from core.config_change_feeds as feeds
join core.connections on connections.id = feeds.connection_id;
