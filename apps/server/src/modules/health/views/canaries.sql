-- After: masked
-- Canaries and checks under the names that clients know. Plain columns first, then left joins on unique keys, so that
-- counts leave them out.

create view api.canaries as
select
  id, agent_id, name, namespace, labels, annotations, derived.masked(spec) as spec, source, created_by,
  created_at, updated_at, deleted_at
from core.canaries;

create view api.canary_names as
select id, name, namespace
from core.canaries
where deleted_at is null;

create view api.checks as
select
  checks.id,
  checks.canary_id,
  checks.agent_id,
  checks.type,
  checks.name,
  checks.namespace,
  checks.description,
  checks.icon,
  checks.endpoint,
  derived.masked(checks.spec) as spec,
  checks.labels,
  checks.owner,
  checks.severity,
  checks.transformed,
  case state.state when 'healthy' then 'healthy' when 'unhealthy' then 'unhealthy' end as status,
  state.state::text as state,
  state.last_runtime,
  state.due_at as next_runtime,
  state.last_transition_time,
  checks.created_at,
  checks.updated_at,
  checks.deleted_at
from core.checks
left join core.check_state as state on state.check_id = checks.id;

create view api.check_names as
select id, canary_id, name, type, icon, namespace
from core.checks
where deleted_at is null;

create view api.check_labels as
select distinct label.key, label.value
from core.checks, jsonb_each_text(checks.labels) as label;

-- `status` is true for healthy results; `state` also tells those that are neither healthy nor unhealthy.
create view api.check_statuses as
select
  check_id, time, state = 'healthy' as status, state::text as state, duration::double precision as duration,
  message, error, details, time as created_at
from core.check_statuses;

create view api.canaries_with_status as
select
  canaries.id,
  canaries.name,
  canaries.namespace,
  canaries.labels,
  canaries.source,
  canaries.spec ->> 'schedule' as schedule,
  canaries.created_by,
  canaries.created_at,
  canaries.updated_at,
  canaries.deleted_at,
  canaries.agent_id,
  (
    select max(state.last_runtime)
    from core.checks join core.check_state as state on state.check_id = checks.id
    where checks.canary_id = canaries.id
  ) as last_runtime,
  members.types as check_types,
  members.type_names as check_type_names,
  members.healthy,
  members.unhealthy,
  members.unknown,
  case when agents.id is not null then jsonb_build_object('id', agents.id, 'name', agents.name) end as agent,
  run.job_name,
  run.success_count as job_success_count,
  run.error_count as job_error_count,
  run.details as job_details,
  run.hostname as job_hostname,
  run.duration_millis as job_duration_millis,
  run.resource_type as job_resource_type,
  run.status as job_status,
  run.time_start as job_time_start,
  run.time_end as job_time_end,
  run.created_at as job_created_at,
  run.last_failed_at as job_last_failed,
  (select people.name from core.people where people.id = canaries.created_by) as created_by_name
from core.canaries
left join core.agents on agents.id = canaries.agent_id
left join core.resource_job_status as run on run.resource_type = 'canary' and run.resource_id = canaries.id
left join lateral (
  select
    coalesce(jsonb_agg(distinct checks.type), '[]') as types,
    string_agg(distinct checks.type, ',') as type_names,
    count(*) filter (where state.state = 'healthy') as healthy,
    count(*) filter (where state.state = 'unhealthy') as unhealthy,
    count(*) filter (where state.state = 'unknown') as unknown
  from core.checks join core.check_state as state on state.check_id = checks.id
  where checks.canary_id = canaries.id and checks.deleted_at is null
) as members on true
where canaries.deleted_at is null;
