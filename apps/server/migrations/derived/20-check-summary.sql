-- Checks as lists and clients read them, with what happened in the last hour and up to five minutes before it.
-- Times are ISO 8601 in JSON. Percentiles are those of the histogram: at most 5 % off.
create view api.check_summary as
select
  checks.id,
  checks.name,
  checks.description,
  checks.type,
  checks.icon,
  checks.endpoint,
  checks.namespace,
  checks.labels,
  checks.severity,
  checks.owner,
  checks.agent_id,
  checks.canary_id,
  canaries.name as canary_name,
  canaries.namespace as canary_namespace,
  case state.state when 'healthy' then 'healthy' when 'unhealthy' then 'unhealthy' end as status,
  state.state,
  coalesce(state.error, state.message) as message,
  json_build_object(
    'passed', coalesce(recent.passed, 0),
    'failed', coalesce(recent.failed, 0),
    'last_pass', state.last_pass,
    'last_fail', state.last_fail
  ) as uptime,
  json_build_object(
    'rolling1h', recent.mean,
    'avg', recent.mean,
    'p50', recent.p50,
    'p95', recent.p95,
    'p97', recent.p97,
    'p99', recent.p99
  ) as latency,
  state.last_runtime,
  state.due_at as next_runtime,
  state.last_transition_time,
  checks.created_at,
  checks.updated_at,
  checks.deleted_at
from core.checks
join core.canaries on canaries.id = checks.canary_id
join core.check_state as state on state.check_id = checks.id
left join lateral derived.check_windows(array[checks.id], now() - interval '1 hour') as recent on true;
