-- What a run writes while it runs, and which entry of the queue a run belongs to: whoever starts a job by hand waits for
-- the run of that entry.
alter table core.job_history add column queue_id bigint;
create index job_history_queue on core.job_history (queue_id) where queue_id is not null;

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
