-- Which checks belong to which components and catalog items, under the names that clients know.
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
