-- A run that was ended before it was done, because its process stopped, is neither failed nor stale.
alter table core.job_history drop constraint job_history_status_check;
alter table core.job_history add constraint job_history_status_check
  check (status in ('RUNNING', 'SUCCESS', 'WARNING', 'FAILED', 'STALE', 'SKIPPED', 'STOPPED'));

-- The newest ended run of each resource. Lists of resources read it instead of looking through the job history.
create table core.resource_job_status (
  resource_type text not null,
  resource_id uuid not null,
  job_name text not null,
  status text not null check (status in ('SUCCESS', 'WARNING', 'FAILED', 'STALE', 'SKIPPED', 'STOPPED')),
  success_count integer not null,
  error_count integer not null,
  details jsonb,
  hostname text,
  time_start timestamptz not null,
  time_end timestamptz,
  duration_millis integer,
  created_at timestamptz not null,
  last_failed_at timestamptz,
  -- When a run of the resource last left a row in the job history
  recorded_at timestamptz,
  primary key (resource_type, resource_id)
  -- Rows are updated in place: nothing that changes is indexed
) with (fillfactor = 70);

insert into core.resource_job_status
  (resource_type, resource_id, job_name, status, success_count, error_count, details, hostname, time_start, time_end,
   duration_millis, created_at, last_failed_at, recorded_at)
select distinct on (history.resource_type, history.resource_id)
  history.resource_type, history.resource_id, history.name, history.status, history.success_count, history.error_count,
  history.details, history.hostname, history.time_start, history.time_end, history.duration_millis, history.created_at,
  (
    select max(failed.time_start) from core.job_history as failed
    where failed.resource_id = history.resource_id and failed.resource_type = history.resource_type
      and failed.status = 'FAILED'
  ),
  history.created_at
from core.job_history as history
where history.resource_type is not null and history.resource_id is not null and history.status <> 'RUNNING'
order by history.resource_type, history.resource_id, history.created_at desc;
