import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import type { Columns } from '../../../../platform/database/columns.ts'
import { anyOf, tablesOn } from '../../../../platform/database/tables-on.ts'
import type { CheckStatus } from '../../results/check-status.ts'

/** A claimed check. This process may run it and stores its result under the lease. */
export interface Claim
  extends CheckStatus, Columns<'core.check_state', 'check_id' | 'revision' | 'type' | 'target' | 'due_at'> {
  lease_id: string
}

export interface ClaimRequest {
  processId: string
  now: Date
  /** Free slots by check type. */
  free: Readonly<Record<string, number>>
  /** Running checks by target. */
  busy: Readonly<Record<string, number>>
  /** Most runs at once against one target. */
  perTarget: number
}

/** How much longer than the longest run a lease lasts. The leases of a dead process are released earlier. */
const LEASE_MARGIN_MILLISECONDS = 30_000

const leaseEnd = (now: Date) => sql`
  ${now}::timestamptz + make_interval(secs => (timeout_milliseconds + ${LEASE_MARGIN_MILLISECONDS}::integer) / 1000.0)`

/**
 * Claims due checks, oldest first, within the limits of their type and target. No other process gets them.
 * @param room free slots by check type, as JSON
 * @param full targets that have no place
 */
const claimDue = (
  { processId, now, busy, perTarget }: ClaimRequest,
  room: string,
  full: readonly string[],
) => sql`
  with due as (
    select picked.check_id, picked.target, picked.due_at
    from json_each_text(${room}::json) as room (type, free)
    cross join lateral (
      select check_id, target, due_at from core.check_state
      where type = room.type and due_at <= ${now} and (lease_until is null or lease_until < ${now})
        and (target is null or target <> all (${full}::text[]))
      order by due_at limit room.free::integer
      for update skip locked
    ) as picked
  ),
  placed as (
    select check_id, target, row_number() over (partition by target order by due_at) as place from due
  )
  update core.check_state as state set
    lease_owner = ${processId}, lease_id = gen_random_uuid(),
    lease_until = ${leaseEnd(now)}
  from placed
  where placed.check_id = state.check_id
    and (
      placed.target is null
      or placed.place <= ${perTarget} - coalesce((${JSON.stringify(busy)}::json ->> placed.target)::integer, 0)
    )
  returning state.check_id, state.revision, state.type, state.target, state.due_at, state.lease_id, state.verdict,
    state.streak`

const nextDueAt = (now: Date, types: readonly string[]) => sql`
  select min(earliest.due_at) as due_at
  from unnest(${types}::text[]) as wanted (type)
  cross join lateral (
    select due_at from core.check_state where check_state.type = wanted.type and due_at > ${now} order by due_at limit 1
  ) as earliest`

/** Claims checks that are due. */
export async function claimChecks(pool: Pool, request: ClaimRequest): Promise<Claim[]> {
  const { free, busy, perTarget } = request
  const room = Object.fromEntries(Object.entries(free).filter(([, slots]) => slots > 0))
  if (Object.keys(room).length === 0) return []
  const full = Object.entries(busy).flatMap(([target, running]) => (running >= perTarget ? [target] : []))
  const { rows } = await pool.query<Claim>(claimDue(request, JSON.stringify(room), full))
  return rows
}

/** The next due time of checks of these types; undefined if missing. */
export async function nextDueTime(
  pool: Pool,
  now: Date,
  types: readonly string[],
): Promise<Date | undefined> {
  const { rows } = await pool.query<{ due_at: Date | null }>(nextDueAt(now, types))
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
  return tablesOn(pool)
    .selectFrom('core.checks')
    .select(({ fn }) => fn.coalesce('parent_id', 'id').as('id'))
    .select(['type', 'name'])
    .where('id', '=', checkId)
    .executeTakeFirst()
}

/** Claims one check for Run Now, due or not. @returns undefined if it is running or does not exist */
export async function claimByHand(
  pool: Pool,
  checkId: string,
  processId: string,
  now: Date,
): Promise<Claim | undefined> {
  const { rows } = await pool.query<Claim>(sql`
    update core.check_state set
      lease_owner = ${processId}, lease_id = gen_random_uuid(),
      lease_until = ${leaseEnd(now)}
    where check_id = ${checkId} and (lease_until is null or lease_until < ${now})
      and exists (select from core.checks where id = ${checkId} and deleted_at is null and not pushed)
    returning check_id, revision, type, target, due_at, lease_id, verdict, streak`)
  return rows[0]
}

const released = { lease_owner: null, lease_id: null, lease_until: null }

/** Releases a claimed check without a result and sets its due time. */
export async function postpone(pool: Pool, claim: Claim, until: Date): Promise<void> {
  await tablesOn(pool)
    .updateTable('core.check_state')
    .set({ due_at: until, ...released })
    .where('check_id', '=', claim.check_id)
    .where('lease_id', '=', claim.lease_id)
    .execute()
}

/** Releases a claimed check without a result. Its due time stays. */
export async function releaseClaim(pool: Pool, claim: Claim): Promise<void> {
  await tablesOn(pool)
    .updateTable('core.check_state')
    .set(released)
    .where('check_id', '=', claim.check_id)
    .where('lease_id', '=', claim.lease_id)
    .execute()
}

/** Reads the leases of checks that this process claimed, as the database says. Pushed results have leases of their own. */
export async function ownLeases(pool: Pool, processId: string): Promise<string[]> {
  const rows = await tablesOn(pool)
    .selectFrom('core.check_state as state')
    .innerJoin('core.checks', 'core.checks.id', 'state.check_id')
    .select('state.lease_id')
    .where('state.lease_owner', '=', processId)
    .where('core.checks.pushed', '=', false)
    .execute()
  return rows.flatMap(({ lease_id: id }) => id ?? [])
}

/** Releases leases of this process without a result. The due times of their checks stay. */
export async function releaseUnknown(
  pool: Pool,
  processId: string,
  leaseIds: readonly string[],
): Promise<void> {
  await tablesOn(pool)
    .updateTable('core.check_state')
    .set(released)
    .where('lease_owner', '=', processId)
    .where('lease_id', '=', anyOf(leaseIds))
    .execute()
}

/** Releases leases of dead processes, or of this one when it stops. */
export async function releaseLeases(pool: Pool, processIds: readonly string[]): Promise<void> {
  await tablesOn(pool)
    .updateTable('core.check_state')
    .set(released)
    .where('lease_owner', '=', anyOf(processIds))
    .execute()
}
