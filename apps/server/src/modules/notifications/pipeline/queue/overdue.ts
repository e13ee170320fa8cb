// Messages of alerts that were over before they went out, although they should have gone out long before that: the database,
// the queue or their service was away. Nothing is skipped for its age alone: their recipients are told that it is over.
import sql, { type Sql } from 'sql-template-tag'

/** How much later than it was due a message counts as overdue. Seconds. */
const OVERDUE_SECONDS = 60

/**
 * Selects `recipient` and `send_id` of overdue messages of groups that have ended, and `alert_id`. What a rule or a group lets a message wait is
 * no delay.
 */
export const overdueMessages = (groupIds: readonly string[]): Sql => sql`
  select late.alert_id, late.recipient, late.id as send_id
  from core.notification_send_history as late
  join core.notification_send_details as of_late on of_late.send_id = late.id
  join core.notification_alerts as over on over.id = late.alert_id
  where late.alert_id = any(${[...groupIds]}) and late.tells = 'alert' and late.status = 'skipped' and late.recipient is not null
    and late.fallback_of is null
    and over.closed_at > of_late.event_time + make_interval(secs => ${OVERDUE_SECONDS})
      + case when late.attempts > 0 then interval '0'
        else greatest(coalesce(late.not_before, late.first_observed) - late.first_observed, interval '0') end`
