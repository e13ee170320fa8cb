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
      sum(held.events) as entries,
      coalesce(sum(held.events) filter (where jobs.last_error is not null), 0) as failures,
      sum(jobs.attempts * held.events) as attempts,
      min(failed_at) filter (where jobs.last_error is not null) as first_failure,
      max(failed_at) filter (where jobs.last_error is not null) as last_failure
    from graphile_worker._private_jobs as jobs
    -- The engine puts off the next attempt by a pause that follows from the number of attempts.
    cross join lateral (values (greatest(
      jobs.created_at,
      jobs.run_at - exp(least(jobs.attempts - (jobs.locked_at is not null)::integer, 10)) * interval '1 second'
    ))) as attempted (failed_at)
    -- A job of many events begins with their name. Payloads of others need not be read.
    cross join lateral (values (case
      when jobs.payload::text like '{"together"%' then json_array_length(jobs.payload -> 'together') else 1
    end)) as held (events)
    group by 1
  ), errors as (
    -- By hash and without a collation: errors may all be different.
    select jobs.task_id, left(jobs.last_error, 500) collate "C" as error, count(*) as entries
    from graphile_worker._private_jobs as jobs
    where jobs.last_error is not null
    group by 1, 2
  ), by_error as (
    select split_part(tasks.identifier, '/', 1) as event, errors.error, sum(errors.entries) as entries
    from errors join graphile_worker._private_tasks as tasks on tasks.id = errors.task_id
    group by 1, 2
  ), most_common as (
    select distinct on (event) event, error
    from by_error order by event, entries desc, error
  ), by_event as (
    select
      split_part(tasks.identifier, '/', 1) as event,
      sum(entries) as entries,
      sum(failures) as failures,
      sum(attempts) as attempts,
      min(by_task.first_failure) as first_failure,
      max(by_task.last_failure) as last_failure
    from by_task join graphile_worker._private_tasks as tasks on tasks.id = by_task.task_id
    group by 1
  )
  select
    by_event.event,
    by_event.entries::bigint,
    by_event.failures::bigint,
    round(by_event.attempts / by_event.entries, 2),
    by_event.first_failure,
    by_event.last_failure,
    most_common.error
  from by_event left join most_common using (event);
end
$$;

create view api.event_queue_summary as
select * from derived.event_queue_summary();
