import type { Pool } from 'pg'
import { nextDue, parseSchedule } from '../../../platform/specs/schedule.ts'

const BATCH = 2_000

const waiting = `
  select check_id, schedule, due_at
  from core.check_state join core.checks on checks.id = check_id
  where due_at > $1 and check_id > $2 and schedule is not null
  order by check_id limit ${BATCH}`

const bringForward = `
  update core.check_state as state set due_at = given.due_at
  from json_to_recordset($1::json) as given (check_id uuid, due_at timestamptz)
  where state.check_id = given.check_id and state.due_at > given.due_at`

const LEAST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Moves due times that are further ahead than the schedule allows, because they come from a clock that was ahead of the
 * current one.
 * @returns number of moved checks
 */
export async function reschedule(pool: Pool, now: Date): Promise<number> {
  let brought = 0
  let after = LEAST_ID
  for (;;) {
    const { rows } = await pool.query<{ check_id: string; schedule: string; due_at: Date }>(waiting, [
      now,
      after,
    ])
    const early = rows.flatMap(({ check_id: id, schedule, due_at: due }) => {
      const parsed = parseSchedule(schedule)
      const next = parsed.ok ? nextDue(parsed.value, id, now) : undefined
      return next !== undefined && next < due ? [{ check_id: id, due_at: next }] : []
    })
    if (early.length > 0) {
      const { rowCount } = await pool.query(bringForward, [JSON.stringify(early)])
      brought += rowCount ?? 0
    }
    const last = rows.at(-1)
    if (rows.length < BATCH || last === undefined) return brought
    after = last.check_id
  }
}
