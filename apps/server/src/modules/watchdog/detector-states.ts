import type { DetectorName } from '@binnacle/contract/watchdog'
import { type Selectable, sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import type { DB } from '../../platform/database/tables.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'
import type { DetectorState } from './detectors/detector-state.ts'

type Row = Selectable<DB['core.watchdog_detectors']>

/** A detector as it is stored, so that a start of the product forgets nothing. */
export interface StoredState extends DetectorState {
  checkId: string | undefined
}

function stateOf(row: Row): StoredState {
  return {
    isBlind: row.blind,
    since: row.since,
    reason: row.reason,
    turningSince: row.turning_since ?? undefined,
    last:
      row.blind_from === null || row.blind_to === null
        ? undefined
        : { from: row.blind_from, to: row.blind_to },
    checkId: row.check_id ?? undefined,
  }
}

/** What all detectors say, by name. */
export type DetectorStates = ReadonlyMap<string, StoredState>

/** Reads what the detectors say. */
export async function readStates(pool: Pool): Promise<DetectorStates> {
  const rows = await tablesOn(pool).selectFrom('core.watchdog_detectors').selectAll().execute()
  return new Map(rows.map((row) => [row.name, stateOf(row)]))
}

/** Stores what a detector says. */
export async function storeState(pool: Pool, name: DetectorName, state: DetectorState): Promise<void> {
  const { isBlind, since, reason, turningSince, last } = state
  const row = {
    blind: isBlind,
    since,
    reason,
    turning_since: turningSince ?? null,
    blind_from: last?.from ?? null,
    blind_to: last?.to ?? null,
  }
  await tablesOn(pool)
    .insertInto('core.watchdog_detectors')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

/** Seconds after which another process looks in place of one that does not. */
const TAKE_OVER_SECONDS = 15

/**
 * Lets one process look: the one that looked last, unless it stopped.
 * @returns whether it is this one
 */
export async function takeLookout(pool: Pool, processId: string, now: Date): Promise<boolean> {
  const silent = fragment<Date>`${now}::timestamptz - make_interval(secs => ${TAKE_OVER_SECONDS})`
  const { numUpdatedRows } = await tablesOn(pool)
    .updateTable('core.watchdog_lookout')
    .set({ process_id: processId, looked_at: now })
    .where((expressions) =>
      expressions.or([
        expressions('process_id', '=', processId),
        expressions('process_id', 'is', null),
        expressions('looked_at', '>', now),
        expressions('looked_at', '<', silent),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lets another process look at once, because this one ends. */
export async function leaveLookout(pool: Pool, processId: string): Promise<void> {
  await tablesOn(pool)
    .updateTable('core.watchdog_lookout')
    .set({ process_id: null })
    .where('process_id', '=', processId)
    .execute()
}

/** When a process last looked. */
export async function lookedAt(pool: Pool): Promise<Date | undefined> {
  const row = await tablesOn(pool).selectFrom('core.watchdog_lookout').select('looked_at').executeTakeFirst()
  return row?.looked_at ?? undefined
}
