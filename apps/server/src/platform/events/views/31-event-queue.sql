-- What waits and what failed, by the name of the event, under the names that clients know.
-- A function, as its text is resolved when it is called: the job engine makes its tables after the views of a new
-- database, and replaces them when it is upgraded, which a view of them would prevent.
create function derived.event_queue_summary()
returns table (
  name text,
  pending bigint,
  failed bigint,
  average_attempts numeric,
  first_failure timestamptz,
  last_failure timestamptz,
  most_common_error text
)
language plpgsql stable
as $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  return query
  with by_task as (
    select
      jobs.task_id,
      left(jobs.last_error, 500) as error,
      count(*) as entries,
      sum(jobs.attempts) as attempts,
      min(failed_at) as first_failure,
      max(failed_at) as last_failure
    from graphile_worker._private_jobs as jobs
    -- The engine puts off the next attempt by a pause that follows from the number of attempts.
    cross join lateral (values (greatest(
      jobs.created_at,
      jobs.run_at - exp(least(jobs.attempts - (jobs.locked_at is not null)::integer, 10)) * interval '1 second'
    ))) as attempted (failed_at)
    group by 1, 2
  ), by_error as (
    select
      split_part(tasks.identifier, '/', 1) as event,
      by_task.error,
      sum(by_task.entries) as entries,
      sum(by_task.attempts) as attempts,
      min(by_task.first_failure) as first_failure,
      max(by_task.last_failure) as last_failure
    from by_task
    join graphile_worker._private_tasks as tasks on tasks.id = by_task.task_id
    group by 1, 2
  )
  select
    by_error.event,
    sum(by_error.entries)::bigint,
    coalesce(sum(by_error.entries) filter (where by_error.error is not null), 0)::bigint,
    round(sum(by_error.attempts) / sum(by_error.entries), 2),
    min(by_error.first_failure) filter (where by_error.error is not null),
    max(by_error.last_failure) filter (where by_error.error is not null),
    (array_agg(by_error.error order by by_error.entries desc, by_error.error)
      filter (where by_error.error is not null))[1]
  from by_error
  group by 1;
end
$$;

create view api.event_queue_summary as
select * from derived.event_queue_summary();
