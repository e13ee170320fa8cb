-- After: check-summary
-- The checks of an item, under the name that clients know.
create view api.check_summary_for_config as
select link.config_id, checks.*
from (
  select distinct config_id, check_id from core.check_config_relationships where deleted_at is null
) as link
join api.check_summary as checks on checks.id = link.check_id;
