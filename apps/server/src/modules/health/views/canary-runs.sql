-- The newest run of each canary: the newest result of each of its checks, which run apart from each other. It starts with
-- the oldest of these results and took what they took together, in milliseconds.
create view derived.canary_runs as
select
  checks.canary_id,
  case
    when bool_and(state.state = 'healthy') then 'SUCCESS'
    when bool_or(state.state = 'healthy') then 'WARNING'
    else 'FAILED'
  end as status,
  (count(*) filter (where state.state = 'healthy'))::integer as success_count,
  (count(*) filter (where state.state <> 'healthy'))::integer as error_count,
  case when bool_or(state.state <> 'healthy') then
    jsonb_build_object(
      'errors',
      (
        array_agg(
          left(checks.type || ' ' || checks.name || ': ' || coalesce(state.error, state.message, 'no reason given'), 500)
          order by checks.name, checks.type
        ) filter (where state.state <> 'healthy')
      )[1:20]
    )
  end as details,
  min(state.last_runtime) as time_start,
  max(state.last_runtime + state.last_duration * interval '1 millisecond') as time_end,
  least(sum(state.last_duration), 2147483647)::integer as duration_millis,
  max(state.last_fail) as last_failed
from core.checks
join core.check_state as state on state.check_id = checks.id
where checks.deleted_at is null and state.last_runtime is not null
group by checks.canary_id;
