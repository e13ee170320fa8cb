import { NIL_ID } from '@binnacle/contract/core'
import type { NotNull } from 'kysely'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { tablesOn } from '../../../../platform/database/tables-on.ts'
import { nextDue, parseSchedule } from '../../../../platform/specs/schedule.ts'

const BATCH = 2_000

const waiting = (pool: Pool, now: Date, after: string) =>
  tablesOn(pool)
    .selectFrom('core.check_state as state')
    .innerJoin('core.checks as checks', 'checks.id', 'state.check_id')
    .select(['state.check_id', 'checks.schedule', 'state.due_at'])
    .where('state.due_at', '>', now)
    .where('state.check_id', '>', after)
    .where('checks.schedule', 'is not', null)
    .orderBy('state.check_id')
    .limit(BATCH)
    .$narrowType<{ schedule: NotNull; due_at: NotNull }>()
    .execute()

const bringForward = (early: readonly { check_id: string; due_at: Date }[]) => sql`
  update core.check_state as state set due_at = given.due_at
  from json_to_recordset(${JSON.stringify(early)}::json) as given (check_id uuid, due_at timestamptz)
  where state.check_id = given.check_id and state.due_at > given.due_at`

/**
 * Moves due times that are further ahead than the schedule allows, because they come from a clock that was ahead of the
 * current one.
 * @returns number of moved checks
 */
export async function reschedule(pool: Pool, now: Date): Promise<number> {
  let brought = 0
  let after = NIL_ID
  for (;;) {
    const rows = await waiting(pool, now, after)
    const early = rows.flatMap(({ check_id: id, schedule, due_at: due }) => {
      const parsed = parseSchedule(schedule)
      const next = parsed.ok ? nextDue(parsed.value, id, now) : undefined
      return next !== undefined && next < due ? [{ check_id: id, due_at: next }] : []
    })
    if (early.length > 0) {
      const { rowCount } = await pool.query(bringForward(early))
      brought += rowCount ?? 0
    }
    const last = rows.at(-1)
    if (rows.length < BATCH || last === undefined) return brought
    after = last.check_id
  }
}
