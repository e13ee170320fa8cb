-- What ran on a schedule, and how it went. Partitioned by id, whose first half is the time.
create table core.job_history (
  id uuid not null default core.new_id() primary key,
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000',
  name text not null,
  resource_type text,
  resource_id uuid,
  resource_name text,
  hostname text,
  process_id uuid,
  -- `STOPPED`: a run that was ended before it was done, because its process stopped, is neither failed nor stale.
  status text not null check (status in ('RUNNING', 'SUCCESS', 'WARNING', 'FAILED', 'STALE', 'SKIPPED', 'STOPPED')),
  success_count integer not null default 0,
  error_count integer not null default 0,
  details jsonb,
  time_start timestamptz not null,
  time_end timestamptz,
  duration_millis integer,
  created_at timestamptz not null default now(),
  -- The entry of the queue that the run belongs to: whoever starts a job by hand waits for the run of that entry.
  queue_id bigint
) partition by range (id);
create table core.job_history_rest partition of core.job_history default;
create index job_history_created on core.job_history (created_at desc, id desc);
create index job_history_name on core.job_history (name, created_at desc);
create index job_history_running on core.job_history (process_id) where status = 'RUNNING';
create index job_history_resource on core.job_history (resource_id, created_at desc);
create index job_history_queue on core.job_history (queue_id) where queue_id is not null;
-- What the query language of the job history asks for. Each index has the order of the list, or finds the few rows that are
-- sorted then.
create index job_history_status on core.job_history (status, created_at desc, id desc);
create index job_history_host on core.job_history (hostname, created_at desc, id desc);
create index job_history_type on core.job_history (resource_type, created_at desc, id desc);
create index job_history_agent on core.job_history (agent_id, created_at desc, id desc);
create index job_history_duration on core.job_history (duration_millis);
create index job_history_errors on core.job_history (error_count);
-- Spelled as in the view of the data service
create index job_history_resource_name on core.job_history
using gin ((coalesce(resource_name, resource_id::text)) gin_trgm_ops);
select core.announce_changes_of('core.job_history', 'job_history', 'id');

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

-- What a run writes while it runs.
create table core.job_logs (
  run_id uuid not null,
  -- From 1 in the order in which lines were written; lines in the middle of a long log are missing
  number integer not null,
  created_at timestamptz not null,
  level text not null check (level in ('info', 'warning', 'error')),
  message text not null,
  primary key (run_id, number)
) partition by range (run_id);
create table core.job_logs_rest partition of core.job_logs default;
select core.announce_changes_of('core.job_logs', 'job_logs', 'run_id');
