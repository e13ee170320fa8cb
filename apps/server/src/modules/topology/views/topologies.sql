-- After: masked
-- What components are made from, under the names that clients know.
create view api.topologies as
select
  id, agent_id, name, namespace, labels, source, derived.masked(spec) as spec, schedule, created_by, created_at,
  updated_at, deleted_at
from core.topologies;

create view api.topologies_with_status as
select
  topologies.id,
  topologies.agent_id,
  topologies.name,
  topologies.namespace,
  topologies.labels,
  topologies.source,
  derived.masked(topologies.spec) as spec,
  coalesce(topologies.schedule, topologies.spec ->> 'schedule') as schedule,
  topologies.error,
  topologies.error_at,
  topologies.due_at,
  topologies.complete_at,
  topologies.created_by,
  topologies.created_at,
  topologies.updated_at,
  topologies.deleted_at,
  case when agents.id is not null then jsonb_build_object('id', agents.id, 'name', agents.name) end as agent,
  (
    select count(*) from core.components
    where components.topology_id = topologies.id and components.deleted_at is null
  ) as components,
  coalesce(cardinality(held.component_ids), 0) as held_deletions,
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
  (select people.name from core.people where people.id = topologies.created_by) as created_by_name
from core.topologies
left join core.agents on agents.id = topologies.agent_id
left join core.topology_held_deletions as held on held.topology_id = topologies.id
left join core.resource_job_status as run
  on run.resource_type = 'topology' and run.resource_id = topologies.id
where topologies.deleted_at is null;

create view api.topology_held_deletions as
select topology_id, component_ids, cardinality(component_ids) as count, total, held_at
from core.topology_held_deletions;
