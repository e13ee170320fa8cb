import type { EventPayload } from '@binnacle/contract/kinds'
import type { Severity } from '@binnacle/contract/health'
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { Columns } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import type { Events } from '../../../platform/events/index.ts'
import { severityOf } from '../subject.ts'
import type { NewResult } from './record.ts'

type CheckEvent = 'check.passed' | 'check.failed'

const names: readonly CheckEvent[] = ['check.passed', 'check.failed']

/**
 * The event of a result: `check.failed` if the status became unhealthy, also at the first run, or `check.passed` if it was
 * unhealthy before. Results below the thresholds and unknown results emit nothing.
 */
function eventOf({ status: { previous, verdict } }: Pick<NewResult, 'status'>): CheckEvent | undefined {
  if (verdict === previous) return undefined
  if (verdict === 'unhealthy') return 'check.failed'
  return verdict === 'healthy' && previous === 'unhealthy' ? 'check.passed' : undefined
}

/** Reads how bad failures of checks are. */
async function loadSeverities(
  within: ClientBase,
  checkIds: readonly string[],
): Promise<ReadonlyMap<string, Severity>> {
  const { rows } = await within.query<Columns<'core.checks', 'id' | 'severity'>>(
    sql`select id, severity from core.checks where id = any(${checkIds})`,
  )
  return new Map(rows.map(({ id, severity }) => [id, severityOf(severity)]))
}

/** Whether any of the results emits an event that has a consumer. */
export function haveEvents(events: Events, results: readonly NewResult[]): boolean {
  return results.some((result) => {
    const name = eventOf(result)
    return name !== undefined && events.isConsumed(name)
  })
}

/** Keeps when checks failed and passed, so that rules can be tried on it. */
async function keepTransitions(within: Queryable, results: readonly NewResult[]): Promise<void> {
  const rows = results.flatMap((result) => {
    const name = eventOf(result)
    if (name === undefined) return []
    const { checkId, result: run } = result
    return [{ id: checkId, at: run.time, state: name === 'check.failed' ? 'unhealthy' : 'healthy' }]
  })
  await within.query(sql`
    insert into core.check_transitions (check_id, at, state)
    select * from unnest(
      ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ at }) => at)}::timestamptz[],
      ${rows.map(({ state }) => state)}::core.health_state[]
    )
    on conflict do nothing`)
}

/** Emits the events of results in the transaction that stores them. */
export async function emitCheckEvents(
  within: ClientBase,
  events: Events,
  results: readonly NewResult[],
): Promise<void> {
  const changed = results.filter((each) => eventOf(each) !== undefined)
  if (changed.length === 0) return
  await keepTransitions(within, changed)
  const severityBy = await loadSeverities(
    within,
    changed.map(({ checkId }) => checkId),
  )
  const payloadOf = ({ checkId, canaryId, result, status }: NewResult): EventPayload<CheckEvent> => {
    const severity = severityBy.get(checkId)
    const payload = { checkId, canaryId, time: result.time.toISOString(), previous: status.previous }
    return severity === undefined ? payload : { ...payload, severity }
  }
  const byName = Map.groupBy(changed, eventOf)
  for (const name of names) await events.emit(within, name, ...(byName.get(name) ?? []).map(payloadOf))
}
