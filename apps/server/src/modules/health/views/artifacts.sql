-- Artifacts without their content, under the names that clients know. They are in the database: no connection leads to
-- them, and no playbook made them.
create view api.artifacts as
select
  id,
  check_id,
  check_time,
  null::uuid as playbook_run_action_id,
  null::uuid as connection_id,
  path,
  filename,
  content_type,
  size,
  checksum,
  created_at,
  created_at as updated_at,
  null::timestamptz as deleted_at,
  expires_at
from core.artifacts;
