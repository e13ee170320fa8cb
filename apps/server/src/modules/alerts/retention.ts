import { HOUR } from '@binnacle/contract/core'
import type { Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { Columns } from '../../platform/database/columns.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'
import type { JobOutcome, RunLog } from '../../platform/jobs/index.ts'
import type { PushedChecks } from '../health/index.ts'
import { CANARY_SOURCE } from './record.ts'

/** Hours for which an alert that ended, and its check, stay in use. */
const KEEP_HOURS = 24
/** Most alerts of a source that ended and are kept, the newest. Labels that change often make many. */
const MOST_ENDED = 20_000
/** Days after which a source without alerts goes. */
const KEEP_SOURCE_DAYS = 7

type EndedAlert = Columns<'core.received_alerts', 'source' | 'fingerprint'>

const findGone = (now: Date, mostEnded: number): Sql => sql`
  with placed as (
    select source, fingerprint, resolved_at,
      row_number() over (partition by source order by resolved_at desc) as place
    from core.received_alerts where resolved_at is not null and not pending
  )
  select source, fingerprint from placed
  where resolved_at < ${new Date(now.getTime() - KEEP_HOURS * HOUR)} or place > ${mostEnded}
  limit 10000`

// An alert that fires again in this moment stays, and its check comes back with its next result.
const removeGone = (alerts: readonly EndedAlert[]): Sql => sql`
  delete from core.received_alerts as stored
  using json_to_recordset(${JSON.stringify(alerts)}::json) as gone (source text, fingerprint text)
  where stored.source = gone.source and stored.fingerprint = gone.fingerprint
    and stored.resolved_at is not null and not stored.pending
  returning stored.check_id`

/** Takes alerts that ended some time ago out of use, with their checks, and sources that have none left. */
export async function removeEnded(
  { pool, pushed }: { pool: Pool; pushed: PushedChecks },
  now: Date,
  log?: Pick<RunLog, 'info'>,
  mostEnded = MOST_ENDED,
): Promise<JobOutcome> {
  const { rows } = await pool.query<EndedAlert>(findGone(now, mostEnded))
  const removed = await inTransaction(pool, async (client) => {
    const gone = await client.query<Columns<'core.received_alerts', 'check_id'>>(removeGone(rows))
    // Before the commit: if this process dies in between, the alerts are still there and go the next time.
    await pushed.retire(gone.rows.flatMap(({ check_id: id }) => id ?? []))
    return gone
  })
  const sources = await tablesOn(pool)
    .deleteFrom('core.alert_sources as source')
    .where('created_at', '<', new Date(now.getTime() - KEEP_SOURCE_DAYS * 24 * HOUR))
    .where((expressions) =>
      expressions.not(
        expressions.exists(
          expressions
            .selectFrom('core.received_alerts as stored')
            .select('stored.source')
            .whereRef('stored.source', '=', 'source.name'),
        ),
      ),
    )
    .returning('name')
    .execute()
  for (const { name } of sources) await pushed.removeCanary({ name, source: CANARY_SOURCE })
  log?.info(`Removed ${removed.rows.length} alerts that ended, and ${sources.length} sources without alerts`)
  return {
    success: removed.rows.length,
    errors: [],
    details: { summary: { alerts: removed.rows.length, sources: sources.length } },
  }
}
