import type { Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { Columns } from '../../platform/database/columns.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'
import { type DefinedJob, defineJob, type JobOutcome } from '../../platform/jobs/index.ts'
import type { PushedChecks } from '../health/index.ts'
import { ALERT_TYPE, type AlertFacts, checkOf } from './check.ts'

/** Alerts that are recorded together. */
const BATCH = 500
/** Milliseconds after which another process records what this one claimed. */
const CLAIM_MILLISECONDS = 30_000

/** The source of the canaries of alerts. */
export const CANARY_SOURCE = 'alertmanager'

const claim = (now: Date): Sql => sql`
  with wanted as (
    select source, fingerprint from core.received_alerts
    where pending and (claimed_until is null or claimed_until < ${now})
    order by source, fingerprint limit ${BATCH}
    for update skip locked
  )
  update core.received_alerts as stored set claimed_until = ${new Date(now.getTime() + CLAIM_MILLISECONDS)}
  from wanted where stored.source = wanted.source and stored.fingerprint = wanted.fingerprint
  returning stored.source, stored.fingerprint, name, labels, annotations, generator_url, starts_at, resolved_at,
    resolved_by, revision`

// What was sent meanwhile is recorded next.
const complete = (recorded: readonly RecordedAlert[], now: Date): Sql => sql`
  with done as (
    select stored.source, stored.fingerprint, given.revision, given.check_id
    from json_to_recordset(${JSON.stringify(recorded)}::json)
      as given (source text, fingerprint text, revision bigint, check_id uuid)
    join core.received_alerts as stored
      on stored.source = given.source and stored.fingerprint = given.fingerprint
    order by stored.source, stored.fingerprint
    for update of stored
  )
  update core.received_alerts as stored set
    check_id = done.check_id, recorded_at = ${now}, claimed_until = null, pending = stored.revision <> done.revision
  from done where stored.source = done.source and stored.fingerprint = done.fingerprint
  returning stored.pending`

type ClaimedAlert = AlertFacts & Columns<'core.received_alerts', 'source' | 'revision'>

/** An alert of which its check shows a revision. */
type RecordedAlert = Pick<ClaimedAlert, 'source' | 'fingerprint' | 'revision'> & { check_id: string }

export interface RecordDependencies {
  pool: Pool
  pushed: PushedChecks
}

/** Records claimed alerts of one source as results of its checks. @returns how many, and whether some changed meanwhile */
async function recordSource(
  { pool, pushed }: RecordDependencies,
  source: string,
  alerts: readonly ClaimedAlert[],
  now: () => Date,
): Promise<{ recorded: number; isOutdated: boolean }> {
  const canaryId = await pushed.keepCanary({ name: source, source: CANARY_SOURCE })
  const checks = alerts.map((alert) => ({ alert, check: checkOf(alert) }))
  const ids = await pushed.record(
    canaryId,
    ALERT_TYPE,
    checks.map(({ check }) => check),
  )
  const done = checks.flatMap(({ alert: { fingerprint, revision }, check: { name } }) => {
    const id = ids.get(name)
    return id === undefined ? [] : [{ source, fingerprint, revision, check_id: id }]
  })
  const { rows } = await pool.query<Columns<'core.received_alerts', 'pending'>>(complete(done, now()))
  return { recorded: done.length, isOutdated: rows.some(({ pending }) => pending) }
}

async function endOverdue(pool: Pool, now: Date): Promise<void> {
  await tablesOn(pool)
    .updateTable('core.received_alerts')
    .set((expressions) => ({
      resolved_at: now,
      resolved_by: 'timeout',
      pending: true,
      revision: expressions('revision', '+', 1),
    }))
    .where('resolved_at', 'is', null)
    .where('ends_at', '<=', now)
    .execute()
}

/** Ends alerts that nobody reports any more, and shows on checks what changed. */
async function recordAlerts(
  dependencies: RecordDependencies,
  now: () => Date,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const { pool } = dependencies
  await endOverdue(pool, now())
  let recorded = 0
  let isMore = true
  // What arrives meanwhile has another run added, which records more of it together. It finds nothing of what is claimed here.
  while (isMore && !signal.aborted) {
    const { rows } = await pool.query<ClaimedAlert>(claim(now()))
    isMore = rows.length === BATCH
    for (const [source, alerts] of Map.groupBy(rows, (row) => row.source)) {
      const done = await recordSource(dependencies, source, alerts, now)
      recorded += done.recorded
      isMore ||= done.isOutdated
    }
  }
  return { success: recorded, errors: [] }
}

/** Creates the job that records alerts: when some arrive, and every minute for those that stay away. */
export function createRecordJob(dependencies: RecordDependencies): DefinedJob<object> {
  return defineJob({
    name: 'RecordAlerts',
    lane: 'events',
    cron: '* * * * *',
    // One waiting run is enough: it records everything.
    key: () => 'all',
    attempts: 3,
    record: false,
    run: ({ now, signal }) => recordAlerts(dependencies, now, signal),
  })
}
