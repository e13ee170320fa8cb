// Messages that end an alert whose own message was on its way when it was over.
import { sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { tablesOn } from '../../../../platform/database/tables-on.ts'
import { overdueMessages } from '../queue/overdue.ts'
import type { Row } from './record.ts'

/** What is known of the message that may end another. */
type Ending = Pick<Row, 'tells' | 'alert_id' | 'recipient'>

/** Whether the alert that a message ends is still on its way to the same recipient, and would arrive after it. */
export async function isAheadOfAlert(
  pool: Pool,
  { tells, alert_id: alertId, recipient }: Ending,
): Promise<boolean> {
  if (tells !== 'recovery' || alertId === null) return false
  const ahead = await tablesOn(pool)
    .selectFrom('core.notification_send_history')
    .select('id')
    .where('alert_id', '=', alertId)
    .where('recipient', '=', recipient)
    .where('tells', '=', fragment.lit('alert'))
    .where('status', '=', fragment.lit('pending'))
    .where('attempt_at', 'is not', null)
    .executeTakeFirst()
  return ahead !== undefined
}

/**
 * Why a recovery need not be told after all: when it was decided, its alert was on its way, and whether it arrives was not
 * known.
 */
export async function obsoleteReason(
  pool: Pool,
  { tells, alert_id: alertId, recipient }: Ending,
): Promise<string | undefined> {
  if (tells !== 'recovery' || alertId === null) return undefined
  const { rowCount } = await pool.query(sql`
    select from core.notification_deliveries where alert_id = ${alertId} and recipient = ${recipient}
    union all
    select from core.notification_send_history
    where alert_id = ${alertId} and recipient = ${recipient} and tells = 'alert' and may_have_arrived
    union all
    select from (${overdueMessages([alertId])}) as overdue where overdue.recipient = ${recipient}`)
  return rowCount === 0 ? 'Its alert did not go out' : undefined
}
