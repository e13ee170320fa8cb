// Rows of the send history whose messages are due.
import { sql as fragment } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import { tablesOn } from '../../../../platform/database/tables-on.ts'
import type { NotificationTables } from '../../tables.ts'
import { type Row, rowColumns } from '../record/record.ts'

/** Reads a row whose message is due. */
export const findDue = (pool: Pool, id: string, now: Date): Promise<Row | undefined> =>
  tablesOn<NotificationTables>(pool)
    .selectFrom('core.notification_send_history as send')
    .innerJoin('core.notification_send_details as details', 'details.send_id', 'send.id')
    .select(rowColumns)
    .where('send.id', '=', id)
    .where('send.status', '=', 'pending')
    .where((expressions) =>
      expressions.or([expressions('send.not_before', 'is', null), expressions('send.not_before', '<=', now)]),
    )
    .executeTakeFirst()

/**
 * Claims a row that is due. An attempt that began and did not end belongs to a process that died, or whose database did: after
 * two of them the message may have arrived twice.
 * @param takesKey whether the service drops what it has already
 */
export function claimRow(
  client: ClientBase,
  id: string,
  now: Date,
  takesKey: boolean,
): Promise<Row | undefined> {
  const tables = tablesOn<NotificationTables>(client)
  const before = tables
    .selectFrom('core.notification_send_history')
    .select(['id', 'attempt_at', 'may_have_arrived'])
    .where('id', '=', id)
    .forUpdate()
  return tables
    .updateTable('core.notification_send_history as send')
    .from(['core.notification_send_details as details', before.as('before')])
    .set((expressions) => ({
      attempt_at: now,
      attempts: expressions('send.attempts', '+', 1),
      may_have_arrived: fragment<boolean>`send.may_have_arrived or before.attempt_at is not null`,
      may_be_double: fragment<boolean>`send.may_be_double
        or not ${fragment.val(takesKey)}::boolean and before.may_have_arrived and before.attempt_at is not null`,
    }))
    .where('send.id', '=', id)
    .whereRef('before.id', '=', 'send.id')
    .whereRef('details.send_id', '=', 'send.id')
    .where('send.status', '=', 'pending')
    .where((expressions) =>
      expressions.or([expressions('send.not_before', 'is', null), expressions('send.not_before', '<=', now)]),
    )
    .returning(rowColumns)
    .executeTakeFirst()
}
