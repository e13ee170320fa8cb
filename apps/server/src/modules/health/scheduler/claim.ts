import type { Pool } from 'pg'
import type { CheckStatus } from '../results/check-status.ts'

/** A claimed check. This process may run it and stores its result under the lease. */
export interface Claim extends CheckStatus {
  check_id: string
  revision: string
  type: string
  target: string | null
  due_at: Date
  lease_id: string
}

export interface ClaimRequest {
  processId: string
  now: Date
  /** Free places by check type. */
  free: Readonly<Record<string, number>>
  /** Running checks by target. */
  busy: Readonly<Record<string, number>>
  /** Most runs at once against one target. */
  perTarget: number
}

/** How much longer than the longest run a lease lasts. The leases of a dead process are released earlier. */
const LEASE_MARGIN_MILLISECONDS = 30_000

/** Claims due checks, oldest first, within the limits of their type and target. No other process gets them. */
const claimDue = `
  with due as (
    select picked.check_id, picked.target, picked.due_at
    from json_each_text($3::json) as room (type, free)
    cross join lateral (
      select check_id, target, due_at from core.check_state
      where type = room.type and due_at <= $2 and (lease_until is null or lease_until < $2)
        and (target is null or target <> all ($5::text[]))
      order by due_at limit room.free::integer
      for update skip locked
    ) as picked
  ),
  placed as (
    select check_id, target, row_number() over (partition by target order by due_at) as place from due
  )
  update core.check_state as state set
    lease_owner = $1, lease_id = gen_random_uuid(),
    lease_until = $2::timestamptz + make_interval(secs => (timeout_milliseconds + ${LEASE_MARGIN_MILLISECONDS}) / 1000.0)
  from placed
  where placed.check_id = state.check_id
    and (placed.target is null or placed.place <= $6 - coalesce(($4::json ->> placed.target)::integer, 0))
  returning state.check_id, state.revision, state.type, state.target, state.due_at, state.lease_id, state.verdict,
    state.streak`

const nextDueAt = `
  select min(earliest.due_at) as due_at
  from json_object_keys($2::json) as type
  cross join lateral (
    select due_at from core.check_state where check_state.type = type and due_at > $1 order by due_at limit 1
  ) as earliest`

/** Claims checks that are due. */
export async function claimChecks(pool: Pool, request: ClaimRequest): Promise<Claim[]> {
  const { processId, now, free, busy, perTarget } = request
  const room = Object.fromEntries(Object.entries(free).filter(([, places]) => places > 0))
  if (Object.keys(room).length === 0) return []
  const full = Object.entries(busy).flatMap(([target, running]) => (running >= perTarget ? [target] : []))
  const { rows } = await pool.query<Claim>(claimDue, [
    processId,
    now,
    JSON.stringify(room),
    JSON.stringify(busy),
    full,
    perTarget,
  ])
  return rows
}

/** The next due time of checks of these types; undefined if missing. */
export async function nextDueTime(
  pool: Pool,
  now: Date,
  types: readonly string[],
): Promise<Date | undefined> {
  const { rows } = await pool.query<{ due_at: Date | null }>(nextDueAt, [
    now,
    JSON.stringify(Object.fromEntries(types.map((type) => [type, 0]))),
  ])
  return rows[0]?.due_at ?? undefined
}

/** A check, and the check whose run gives its result: its parent if it is a transformed check, otherwise itself. */
export interface Runner {
  id: string
  type: string
  name: string
}

/** @returns undefined if there is no such check */
export async function runnerOf(pool: Pool, checkId: string): Promise<Runner | undefined> {
  const { rows } = await pool.query<Runner>(
    'select coalesce(parent_id, id) as id, type, name from core.checks where id = $1',
    [checkId],
  )
  return rows[0]
}

/** Claims one check for Run Now, due or not. @returns undefined if it is running or does not exist */
export async function claimByHand(
  pool: Pool,
  checkId: string,
  processId: string,
  now: Date,
): Promise<Claim | undefined> {
  const { rows } = await pool.query<Claim>(
    `update core.check_state set
       lease_owner = $2, lease_id = gen_random_uuid(),
       lease_until = $3::timestamptz
         + make_interval(secs => (timeout_milliseconds + ${LEASE_MARGIN_MILLISECONDS}) / 1000.0)
     where check_id = $1 and (lease_until is null or lease_until < $3)
       and exists (select from core.checks where id = $1 and deleted_at is null and not pushed)
     returning check_id, revision, type, target, due_at, lease_id, verdict, streak`,
    [checkId, processId, now],
  )
  return rows[0]
}

/** Releases a claimed check without a result and sets its due time. */
export async function postpone(pool: Pool, claim: Claim, until: Date): Promise<void> {
  await pool.query(
    `update core.check_state set due_at = $3, lease_owner = null, lease_id = null, lease_until = null
     where check_id = $1 and lease_id = $2`,
    [claim.check_id, claim.lease_id, until],
  )
}

/** Releases a claimed check without a result. Its due time stays. */
export async function giveBack(pool: Pool, claim: Claim): Promise<void> {
  await pool.query(
    `update core.check_state set lease_owner = null, lease_id = null, lease_until = null
     where check_id = $1 and lease_id = $2`,
    [claim.check_id, claim.lease_id],
  )
}

/** Releases leases of dead processes, or of this one when it stops. */
export async function releaseLeases(pool: Pool, processIds: readonly string[]): Promise<void> {
  await pool.query(
    `update core.check_state set lease_owner = null, lease_id = null, lease_until = null
     where lease_owner = any($1)`,
    [processIds],
  )
}
