import type { Pool } from 'pg'
import { inTransaction } from '../../platform/database/index.ts'
import type { JobOutcome, RunLog } from '../../platform/jobs/index.ts'
import type { PushedChecks } from '../health/index.ts'
import { CANARY_SOURCE } from './record.ts'

/** Hours for which an alert that ended, and its check, stay in use. */
const KEEP_HOURS = 24
/** Most alerts of a source that ended and are kept, the newest. Labels that change often make many. */
const MOST_ENDED = 20_000
/** Days after which a source without alerts goes. */
const KEEP_SOURCE_DAYS = 7

const findGone = `
  with placed as (
    select source, fingerprint, check_id, resolved_at,
      row_number() over (partition by source order by resolved_at desc) as place
    from core.received_alerts where resolved_at is not null and not pending
  )
  select source, fingerprint, check_id as "checkId" from placed
  where resolved_at < $1::timestamptz - interval '${KEEP_HOURS} hours' or place > $2
  limit 10000`

// An alert that fires again in this moment stays, and its check comes back with its next result.
const removeGone = `
  delete from core.received_alerts as stored
  using json_to_recordset($1::json) as gone (source text, fingerprint text)
  where stored.source = gone.source and stored.fingerprint = gone.fingerprint
    and stored.resolved_at is not null and not stored.pending
  returning stored.check_id as "checkId"`

const removeSources = `
  delete from core.alert_sources as source
  where created_at < $1::timestamptz - interval '${KEEP_SOURCE_DAYS} days'
    and not exists (select from core.received_alerts where received_alerts.source = source.name)
  returning name`

interface EndedAlert {
  source: string
  fingerprint: string
}

/** Takes alerts that ended some time ago out of use, with their checks, and sources that have none left. */
export async function removeEnded(
  { pool, pushed }: { pool: Pool; pushed: PushedChecks },
  now: Date,
  log?: Pick<RunLog, 'info'>,
  mostEnded = MOST_ENDED,
): Promise<JobOutcome> {
  const { rows } = await pool.query<EndedAlert>(findGone, [now, mostEnded])
  const removed = await inTransaction(pool, async (client) => {
    const gone = await client.query<{ checkId: string | null }>(removeGone, [JSON.stringify(rows)])
    // Before the commit: if this process dies in between, the alerts are still there and go the next time.
    await pushed.retire(gone.rows.flatMap(({ checkId }) => checkId ?? []))
    return gone
  })
  const sources = await pool.query<{ name: string }>(removeSources, [now])
  for (const { name } of sources.rows) await pushed.removeCanary({ name, source: CANARY_SOURCE })
  log?.info(
    `Removed ${removed.rows.length} alerts that ended, and ${sources.rows.length} sources without alerts`,
  )
  return {
    success: removed.rows.length,
    errors: [],
    details: { summary: { alerts: removed.rows.length, sources: sources.rows.length } },
  }
}
