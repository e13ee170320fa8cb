// The current or next window of recurring maintenance, as lists show it.
import type { Pool } from 'pg'
import type { Queryable } from '../../platform/database/index.ts'
import { defineJob, type Job } from '../../platform/jobs/index.ts'
import { type TimeColumns, timesOf } from './windows.ts'

/** Windows that are renewed together. */
const MOST = 1_000

// Windows that are over, and those of silences that were stored before there were any. A row without times is final: its
// silence has no window left until somebody changes it.
const findOver = `
  select silence.id, silence."from", silence.until, silence.schedule, silence.time_zone, silence.duration
  from core.notification_silences as silence
  left join core.notification_silence_windows as known on known.silence_id = silence.id
  where silence.schedule is not null and silence.deleted_at is null
    and (silence.until is null or silence.until >= $1) and (known.silence_id is null or known.until < $1)
  order by known.until nulls first limit ${MOST}`

const removeWindows = 'delete from core.notification_silence_windows where silence_id = any($1)'

const upsert = `
  insert into core.notification_silence_windows (silence_id, "from", until)
  select given.id, given."from", given.until
  from json_to_recordset($1::json) as given (id uuid, "from" timestamptz, until timestamptz)
  order by given.id
  on conflict (silence_id) do update set "from" = excluded."from", until = excluded.until`

interface RecurringSilence extends TimeColumns {
  id: string
}

/** Stores the current or next window of each recurring silence, or that it has none left. Others have no row. */
export async function storeWindows(
  within: Queryable,
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
  if (once.length > 0) await within.query(removeWindows, [once.map(({ id }) => id)])
  if (windows.length > 0) await within.query(upsert, [JSON.stringify(windows)])
}

/** Stores the next windows of silences whose window has ended. @returns how many */
export async function keepWindows(pool: Pool, now: Date): Promise<number> {
  let [kept, found] = [0, MOST]
  // Each round stores what it found, so the next one finds others.
  while (found === MOST) {
    const { rows } = await pool.query<RecurringSilence>(findOver, [now])
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
