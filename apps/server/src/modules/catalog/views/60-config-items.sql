-- Catalog items under the names that clients know.

-- Two names for the same: lists ask for the first, what belongs to an item for the second.
create view api.configs as
select
  id, agent_id, config_class, type, name, external_id, tags ->> 'namespace' as namespace, description, icon, status,
  health, labels, tags, created_at, updated_at, deleted_at
from core.config_items;

create view api.config_items as
select
  id, agent_id, config_class, type, name, external_id, description, icon, status, health, labels, tags, created_at,
  updated_at, deleted_at
from core.config_items;
