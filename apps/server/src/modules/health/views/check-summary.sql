-- After: histograms
-- Checks as lists read them, without the figures that depend on a range of time.
create view derived.check_rows as
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
  state.last_pass,
  state.last_fail,
  state.last_runtime,
  state.due_at as next_runtime,
  state.last_transition_time,
  checks.created_at,
  checks.updated_at,
  checks.deleted_at
from core.checks
join core.canaries on canaries.id = checks.canary_id
join core.check_state as state on state.check_id = checks.id;

-- Checks as clients read them, with what happened in the last hour and up to five minutes before it. Times are ISO 8601
-- in JSON. Percentiles are those of the histogram: at most 5 % off.
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
  checks.canary_name,
  checks.canary_namespace,
  checks.status,
  checks.state,
  checks.message,
  derived.uptime_of(recent.passed, recent.failed, checks.last_pass, checks.last_fail) as uptime,
  derived.latency_of(recent.mean, recent.histogram, recent.counted) as latency,
  checks.last_runtime,
  checks.next_runtime,
  checks.last_transition_time,
  checks.created_at,
  checks.updated_at,
  checks.deleted_at
from derived.check_rows as checks
left join lateral derived.check_window(checks.id, now() - interval '1 hour') as recent on true;
