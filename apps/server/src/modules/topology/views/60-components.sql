-- Components under the name that clients know.
create view api.components as
select
  id, agent_id, parent_id, external_id, name, namespace, type, icon, status, health, labels, created_at, updated_at,
  deleted_at
from core.components;
