-- Components and catalog items under the names that clients know, and which checks belong to them.

create view api.components as
select
  id, agent_id, parent_id, external_id, name, namespace, type, icon, status, health, labels, created_at, updated_at,
  deleted_at
from core.components;

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

create view api.check_component_relationships as
select
  related.component_id, related.check_id, checks.canary_id, related.selector_id, related.created_at,
  related.updated_at, related.deleted_at
from core.check_component_relationships as related
join core.checks on checks.id = related.check_id;

create view api.check_config_relationships as
select
  related.config_id, related.check_id, checks.canary_id, related.selector_id, related.created_at, related.updated_at,
  related.deleted_at
from core.check_config_relationships as related
join core.checks on checks.id = related.check_id;
