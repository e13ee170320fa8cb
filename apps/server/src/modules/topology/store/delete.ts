import type { ClientBase } from 'pg'
import { audit, type Originator } from '../../../platform/audit.ts'
import { RequestError } from '../../../platform/errors.ts'

interface DeletionHold {
  component_ids: string[]
  total: number
  name: string
}

/** Takes what waits, so that no other person decides about it. */
async function takeHeld(client: ClientBase, topologyId: string): Promise<DeletionHold> {
  const { rows } = await client.query<DeletionHold>(
    `delete from core.topology_held_deletions as held using core.topologies
     where held.topology_id = $1 and topologies.id = held.topology_id
     returning held.component_ids, held.total, topologies.name`,
    [topologyId],
  )
  const [hold] = rows
  if (hold === undefined)
    throw new RequestError('ENOTFOUND', 'No deletions wait for a decision at this topology')
  return hold
}

/**
 * Deletes the components that the brake holds.
 * @returns how many
 * @throws RequestError where nothing waits
 */
export async function approveHeld(
  client: ClientBase,
  by: Originator,
  topologyId: string,
  now: Date,
): Promise<number> {
  const hold = await takeHeld(client, topologyId)
  await client.query('select core.delete_components($1, $2)', [hold.component_ids, now])
  const count = hold.component_ids.length
  await audit(client, by, {
    action: 'approve-deletions',
    resource: 'topologies',
    id: topologyId,
    name: hold.name,
    after: { deleted: count, of: hold.total },
  })
  return count
}

/**
 * Keeps the components that the brake holds, until a further run does not show them.
 * @returns how many
 * @throws RequestError where nothing waits
 */
export async function rejectHeld(client: ClientBase, by: Originator, topologyId: string): Promise<number> {
  const hold = await takeHeld(client, topologyId)
  const count = hold.component_ids.length
  await audit(client, by, {
    action: 'reject-deletions',
    resource: 'topologies',
    id: topologyId,
    name: hold.name,
    after: { kept: count, of: hold.total },
  })
  return count
}

/** Deletes the components of a topology that is being deleted, in the transaction that does so. */
export async function deleteComponentsOf(client: ClientBase, topologyId: string, now: Date): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    'select id from core.components where topology_id = $1 and deleted_at is null',
    [topologyId],
  )
  await client.query('select core.delete_components($1, $2)', [rows.map(({ id }) => id), now])
  await client.query('delete from core.topology_held_deletions where topology_id = $1', [topologyId])
  return rows.length
}
