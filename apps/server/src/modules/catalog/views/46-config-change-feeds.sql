-- Changes of the catalog that are sent to a server.

create view api.config_change_feeds as
select
  feeds.id, feeds.name, feeds.connection_id, connections.namespace as connection_namespace,
  connections.name as connection_name, feeds.config_types, feeds.change_types, feeds.enabled,
  case
    when not feeds.enabled then 'off'
    when feeds.failures > 0 then 'failing'
    when feeds.sent_at is null then 'waiting'
    else 'sending'
  end as status,
  feeds.sent, feeds.sent_at, feeds.failures, feeds.error, feeds.next_at, feeds.created_by, feeds.created_at,
  feeds.updated_at
from core.config_change_feeds as feeds
join core.connections on connections.id = feeds.connection_id;
