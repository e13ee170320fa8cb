// The current or next window of recurring maintenance, as lists show it.
import type { Pool } from 'pg'
import type { Queryable } from '../../platform/database/index.ts'
import { defineJob, type Job } from '../../platform/jobs/index.ts'
import { type TimeColumns, timesOf } from './windows.ts'

/** Windows that one run renews. More follow a minute later. */
const MOST = 1_000

// Windows that are over, and those of silences that were stored before there were any.
const findOver = `
  select silence.id, silence."from", silence.until, silence.schedule, silence.time_zone, silence.duration
  from core.notification_silences as silence
  left join core.notification_silence_windows as known on known.silence_id = silence.id
  where silence.schedule is not null and silence.deleted_at is null
    and (silence.until is null or silence.until >= $1) and coalesce(known.until < $1, true)
  order by known.until nulls first limit ${MOST}`

const removeWindows = 'delete from core.notification_silence_windows where silence_id = any($1)'

const upsert = `
  insert into core.notification_silence_windows (silence_id, "from", until)
  select given.id, given."from", given.until
  from json_to_recordset($1::json) as given (id uuid, "from" timestamptz, until timestamptz)
  order by given.id
  on conflict (silence_id) do update set "from" = excluded."from", until = excluded.until`

interface Recurring extends TimeColumns {
  id: string
}

/** Stores the current or next window of each silence. Removes the stored one of a silence that has no window left. */
export async function storeWindows(
  within: Queryable,
  silences: readonly Recurring[],
  now: Date,
): Promise<void> {
  const [found, without]: [{ id: string; from: Date; until: Date }[], string[]] = [[], []]
  for (const silence of silences) {
    const times = silence.schedule === null ? undefined : timesOf(silence)
    const [next] = times?.ok === true ? times.value.next(now, 1) : []
    if (next?.until === undefined) without.push(silence.id)
    else found.push({ id: silence.id, from: next.from, until: next.until })
  }
  if (without.length > 0) await within.query(removeWindows, [without])
  if (found.length > 0) await within.query(upsert, [JSON.stringify(found)])
}

/** Stores the next windows of silences whose window has ended. @returns how many */
export async function keepWindows(pool: Pool, now: Date): Promise<number> {
  const { rows } = await pool.query<Recurring>(findOver, [now])
  await storeWindows(pool, rows, now)
  return rows.length
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
