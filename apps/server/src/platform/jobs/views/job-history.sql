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
  history.queue_id,
  exists (select from core.job_logs where job_logs.run_id = history.id) as has_log,
  case when agents.id is not null then jsonb_build_object('id', agents.id, 'name', agents.name) end as agent
from core.job_history as history
left join core.agents on agents.id = history.agent_id;

-- Names of jobs, types of their resources and machines, each once. Each step looks up the next one in the index: a distinct
-- over all runs reads all of them.
create view api.job_history_names as
with recursive found as (
  select min(name) as value from core.job_history
  union all
  select (select min(history.name) from core.job_history as history where history.name > found.value)
  from found where found.value is not null
)
select value as name from found where value is not null;

create view api.job_history_types as
with recursive found as (
  select min(resource_type) as value from core.job_history
  union all
  select (select min(history.resource_type) from core.job_history as history where history.resource_type > found.value)
  from found where found.value is not null
)
select value as name from found where value is not null;

create view api.job_history_hosts as
with recursive found as (
  select min(hostname) as value from core.job_history
  union all
  select (select min(history.hostname) from core.job_history as history where history.hostname > found.value)
  from found where found.value is not null
)
select value as name from found where value is not null;

-- What runs wrote while they ran.
create view api.job_logs as
select run_id, number, created_at, level, message
from core.job_logs;
