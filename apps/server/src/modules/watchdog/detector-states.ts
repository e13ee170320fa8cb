import type { DetectorName } from '@binnacle/contract/watchdog'
import type { Pool } from 'pg'
import type { Columns } from '../../platform/database/columns.ts'
import type { DetectorState } from './detectors/detector-state.ts'

type Row = Columns<
  'core.watchdog_detectors',
  'name' | 'blind' | 'since' | 'reason' | 'turning_since' | 'blind_from' | 'blind_to' | 'check_id'
>

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
  const { rows } = await pool.query<Row>('select * from core.watchdog_detectors')
  return new Map(rows.map((row) => [row.name, stateOf(row)]))
}

/** Stores what a detector says. */
export async function storeState(pool: Pool, name: DetectorName, state: DetectorState): Promise<void> {
  const { isBlind, since, reason, turningSince, last } = state
  await pool.query(
    `insert into core.watchdog_detectors (name, blind, since, reason, turning_since, blind_from, blind_to)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (name) do update set
       blind = excluded.blind, since = excluded.since, reason = excluded.reason,
       turning_since = excluded.turning_since, blind_from = excluded.blind_from, blind_to = excluded.blind_to`,
    [name, isBlind, since, reason, turningSince ?? null, last?.from ?? null, last?.to ?? null],
  )
}

/** Seconds after which another process looks in place of one that does not. */
const TAKE_OVER_SECONDS = 15

/**
 * Lets one process look: the one that looked last, unless it stopped.
 * @returns whether it is this one
 */
export async function takeLookout(pool: Pool, processId: string, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update core.watchdog_lookout set process_id = $1, looked_at = $2
     where process_id = $1 or process_id is null or looked_at > $2
       or looked_at < $2::timestamptz - make_interval(secs => ${TAKE_OVER_SECONDS})`,
    [processId, now],
  )
  return rowCount === 1
}

/** Lets another process look at once, because this one ends. */
export async function leaveLookout(pool: Pool, processId: string): Promise<void> {
  await pool.query('update core.watchdog_lookout set process_id = null where process_id = $1', [processId])
}

/** When a process last looked. */
export async function lookedAt(pool: Pool): Promise<Date | undefined> {
  const { rows } = await pool.query<{ looked_at: Date | null }>('select looked_at from core.watchdog_lookout')
  return rows[0]?.looked_at ?? undefined
}
