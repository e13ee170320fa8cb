-- After: masked
-- Connections without what may be a secret: a reader learns that there is something, not what. Of an address only the
-- secret parts are masked.
create view api.connections as
select
  id,
  name,
  namespace,
  type,
  case when url is not null then coalesce(shown_url, '***') end as url,
  case when username is not null then '***' end as username,
  case when password is not null then '***' end as password,
  case when certificate is not null then '***' end as certificate,
  derived.masked(properties) as properties,
  insecure_tls,
  source,
  created_by,
  created_at,
  updated_at,
  deleted_at,
  (select people.name from core.people where people.id = connections.created_by) as created_by_name
from core.connections;
