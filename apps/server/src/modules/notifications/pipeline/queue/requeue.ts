// Queues messages again that no job sends.
import { sql as fragment } from 'kysely'
import { tablesOn } from '../../../../platform/database/tables-on.ts'
import type { JobOutcome } from '../../../../platform/jobs/index.ts'
import type { DecideDependencies } from '../decide/decide.ts'

/** Messages that were due this long ago, and are in no queue any more. Milliseconds. */
const LOST_MILLISECONDS = 5 * 60_000
/** Messages that one run queues again. */
const MOST_LOST = 1_000

/** Queues messages again that are due and that no job sends, whatever became of their jobs. */
export async function requeueLost(
  dependencies: Pick<DecideDependencies, 'pool' | 'sendJob' | 'listJob' | 'now'>,
): Promise<JobOutcome> {
  const now = dependencies.now()
  const lost = new Date(now.getTime() - LOST_MILLISECONDS)
  const rows = await tablesOn(dependencies.pool)
    .selectFrom('core.notification_send_history')
    .select('id')
    .where('status', '=', fragment.lit('pending'))
    .where('in_list', '=', false)
    .where('not_before', '<', lost)
    .where(({ fn }) => fn.coalesce('attempt_at', 'not_before'), '<', lost)
    .orderBy('not_before')
    .limit(MOST_LOST)
    .execute()
  await dependencies.sendJob.addEachAt(
    dependencies.pool,
    rows.map(({ id }) => ({ time: now, payload: { id } })),
  )
  const recipients = await tablesOn(dependencies.pool)
    .selectFrom('core.notification_send_history')
    .select('recipient')
    .distinct()
    .where('status', '=', fragment.lit('pending'))
    .where('in_list', '=', true)
    .where('not_before', '<', lost)
    .execute()
  await dependencies.listJob.addUnlessWaiting(
    dependencies.pool,
    recipients.flatMap(({ recipient }) =>
      recipient === null ? [] : [{ time: now, payload: { recipient } }],
    ),
  )
  return { success: rows.length + recipients.length, errors: [] }
}
