import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { Originator } from '../../../platform/audit.ts'
import { logged } from '../../../platform/specs/log.ts'
import { canaryTable } from './table.ts'

const statement = (ids: readonly string[], now: Date) => sql`
  with gone as (
    update core.canaries set deleted_at = ${now} where id = any(${ids}) and deleted_at is null returning id
  ),
  checks as (
    update core.checks set deleted_at = ${now}
    from gone where checks.canary_id = gone.id and checks.deleted_at is null
    returning checks.id
  ),
  states as (
    update core.check_state set due_at = null, lease_owner = null, lease_id = null, lease_until = null
    from checks where checks.id = check_state.check_id
  )
  select count(*)::integer as removed from gone`

/**
 * Removes canaries and their checks from use. Their history stays until retention deletes it.
 * @returns how many were removed
 */
export async function removeCanaries(
  client: ClientBase,
  { now, by }: { now: Date; by: Originator },
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0
  const { rows } = await logged(client, canaryTable, by, ids, () =>
    client.query<{ removed: number }>(statement(ids, now)),
  )
  return rows[0]?.removed ?? 0
}
