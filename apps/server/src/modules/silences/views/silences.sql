-- Silences under the name that clients know. Recurring maintenance is active in its windows, scheduled between them, and
-- expired when no window is left.
create view api.notification_silences as
select
  silences.id,
  silences.kind,
  silences.name,
  silences.namespace,
  silences.description,
  silences."from",
  silences.until,
  silences.schedule,
  silences.time_zone,
  silences.duration,
  silences.covers,
  silences.config_id,
  silences.check_id,
  silences.canary_id,
  silences.component_id,
  silences.recursive,
  silences.selector,
  silences.filter,
  silences.error,
  silences.error_at,
  silences.source,
  silences.created_by,
  silences.created_at,
  silences.updated_at,
  silences.deleted_at,
  case
    when silences.until < now() then 'expired'
    when silences."from" > now() then 'scheduled'
    when silences.schedule is not null and windows.silence_id is not null and windows.until is null then 'expired'
    -- Until its first window is known, too.
    when silences.schedule is not null and coalesce(now() not between windows."from" and windows.until, true) then 'scheduled'
    else 'active'
  end as state,
  coalesce(totals.suppressed, 0) as suppressed,
  totals.last_at as last_suppressed_at,
  windows."from" as window_from,
  windows.until as window_until,
  -- When it stops next to keep messages back: recurring maintenance with each window.
  case when silences.schedule is null then silences.until else coalesce(windows.until, silences.until) end as ends_at,
  coalesce(
    (select checks.name from core.checks where checks.id = silences.check_id),
    (select canaries.name from core.canaries where canaries.id = silences.canary_id),
    (select items.name from core.config_items as items where items.id = silences.config_id),
    (select components.name from core.components where components.id = silences.component_id)
  ) as resource_name,
  (select people.name from core.people where people.id = silences.created_by) as created_by_name
from core.notification_silences as silences
left join core.notification_silence_totals as totals on totals.silence_id = silences.id
left join core.notification_silence_windows as windows on windows.silence_id = silences.id;
