// The current or next window of recurring maintenance, as lists show it.
import type { Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { Columns } from '../../platform/database/columns.ts'
import { anyOf, type Connection, tablesOn } from '../../platform/database/tables-on.ts'
import { defineJob, type Job } from '../../platform/jobs/index.ts'
import { type TimeColumns, timesOf } from './windows.ts'

/** Windows that are renewed together. */
const MOST = 1_000

interface RecurringSilence extends TimeColumns, Columns<'core.notification_silences', 'id'> {}

/**
 * Silences whose window is over, and those that were stored before there were windows. A window without times is final: its
 * silence has none left until somebody changes it.
 */
function findOver(pool: Pool, now: Date): Promise<RecurringSilence[]> {
  return tablesOn(pool)
    .selectFrom('core.notification_silences as silence')
    .leftJoin('core.notification_silence_windows as known', 'known.silence_id', 'silence.id')
    .select([
      'silence.id',
      'silence.from',
      'silence.until',
      'silence.schedule',
      'silence.time_zone',
      'silence.duration',
    ])
    .where('silence.schedule', 'is not', null)
    .where('silence.deleted_at', 'is', null)
    .where((expressions) =>
      expressions.or([expressions('silence.until', 'is', null), expressions('silence.until', '>=', now)]),
    )
    .where((expressions) =>
      expressions.or([expressions('known.silence_id', 'is', null), expressions('known.until', '<', now)]),
    )
    .orderBy('known.until', (order) => order.asc().nullsFirst())
    .limit(MOST)
    .execute()
}

/** The current or next window of a silence, without times where it has none left. */
type StoredWindow = Columns<'core.notification_silence_windows', 'from' | 'until'> & { id: string }

const upsert = (windows: readonly StoredWindow[]): Sql => sql`
  insert into core.notification_silence_windows (silence_id, "from", until)
  select given.id, given."from", given.until
  from json_to_recordset(${JSON.stringify(windows)}::json) as given (id uuid, "from" timestamptz, until timestamptz)
  order by given.id
  on conflict (silence_id) do update set "from" = excluded."from", until = excluded.until`

/** Stores the current or next window of each recurring silence, or that it has none left. Others have no row. */
export async function storeWindows(
  within: Connection,
  silences: readonly RecurringSilence[],
  now: Date,
): Promise<void> {
  const [recurring, once] = [
    silences.filter(({ schedule }) => schedule !== null),
    silences.filter(({ schedule }) => schedule === null),
  ]
  const windows = recurring.map((silence) => {
    const times = timesOf(silence)
    const [next] = times.ok ? times.value.next(now, 1) : []
    return { id: silence.id, from: next?.from ?? null, until: next?.until ?? null }
  })
  if (once.length > 0)
    await tablesOn(within)
      .deleteFrom('core.notification_silence_windows')
      .where('silence_id', '=', anyOf(once.map(({ id }) => id)))
      .execute()
  if (windows.length > 0) await within.query(upsert(windows))
}

/** Stores the next windows of silences whose window has ended. @returns how many */
export async function keepWindows(pool: Pool, now: Date): Promise<number> {
  let [kept, found] = [0, MOST]
  // Each round stores what it found, so the next one finds others.
  while (found === MOST) {
    const rows = await findOver(pool, now)
    await storeWindows(pool, rows, now)
    found = rows.length
    kept += found
  }
  return kept
}

/** Keeps the windows up to date every minute. */
export function createWindowJob(pool: Pool): Job {
  return defineJob({
    name: 'KeepSilenceWindows',
    lane: 'maintenance',
    cron: '* * * * *',
    record: false,
    run: async ({ now }) => ({ success: await keepWindows(pool, now()), errors: [] }),
  })
}
