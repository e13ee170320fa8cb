-- What ran on a schedule, and how it went, under the names that clients know.
create view api.job_histories as
select
  history.id,
  history.agent_id,
  history.name,
  history.resource_type,
  history.resource_id,
  coalesce(history.resource_name, history.resource_id::text) as resource_name,
  history.hostname,
  history.status,
  history.success_count,
  history.error_count,
  history.details,
  history.time_start,
  history.time_end,
  history.duration_millis,
  history.created_at,
  case when agents.id is not null then jsonb_build_object('id', agents.id, 'name', agents.name) end as agent
from core.job_history as history
left join core.agents on agents.id = history.agent_id;

create view api.job_history_names as
select distinct name
from core.job_history;
