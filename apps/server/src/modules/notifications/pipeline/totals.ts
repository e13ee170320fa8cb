// Counts of what became of the messages of rules.
import type { ClientBase, Pool } from 'pg'

const LONGEST_COUNTED_ERROR = 200

/** Counts an error of a rule by its text, without ids and long numbers, which differ each time. */
export async function countError(within: ClientBase | Pool, ruleId: string, error: string): Promise<void> {
  const text = error.replaceAll(/[\da-f]{8,}|\d{4,}/g, '…').slice(0, LONGEST_COUNTED_ERROR)
  await within.query(
    `insert into core.notification_errors (notification_id, error) values ($1, $2)
     on conflict (notification_id, error) do update set count = notification_errors.count + 1, last_at = now()`,
    [ruleId, text],
  )
  await within.query(
    `insert into core.notification_totals (notification_id, failed) values ($1, 1)
     on conflict (notification_id) do update set failed = notification_totals.failed + 1`,
    [ruleId],
  )
}

/** Counts a message of a rule that was kept back. */
export async function countSuppressed(within: ClientBase | Pool, ruleId: string): Promise<void> {
  await within.query(
    `insert into core.notification_totals (notification_id, suppressed) values ($1, 1)
     on conflict (notification_id) do update set suppressed = notification_totals.suppressed + 1`,
    [ruleId],
  )
}
