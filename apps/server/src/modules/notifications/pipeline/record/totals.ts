// Counts of what became of the messages of rules. In a storm these are counted thousands of times, so the statements are text.
import type { ClientBase, Pool } from 'pg'
import sql from 'sql-template-tag'

const LONGEST_COUNTED_ERROR = 200

/** Counts an error of a rule by its text, without ids and long numbers, which differ each time. */
export async function countError(within: ClientBase | Pool, ruleId: string, error: string): Promise<void> {
  const text = error.replaceAll(/[\da-f]{8,}|\d{4,}/g, '…').slice(0, LONGEST_COUNTED_ERROR)
  await within.query(sql`
    insert into core.notification_errors (notification_id, error) values (${ruleId}, ${text})
    on conflict (notification_id, error) do update set count = notification_errors.count + 1, last_at = now()`)
  await within.query(sql`
    insert into core.notification_totals (notification_id, failed) values (${ruleId}, 1)
    on conflict (notification_id) do update set failed = notification_totals.failed + 1`)
}

/** Counts a message of a rule that was kept back. */
export async function countSuppressed(within: ClientBase | Pool, ruleId: string): Promise<void> {
  await within.query(sql`
    insert into core.notification_totals (notification_id, suppressed) values (${ruleId}, 1)
    on conflict (notification_id) do update set suppressed = notification_totals.suppressed + 1`)
}
