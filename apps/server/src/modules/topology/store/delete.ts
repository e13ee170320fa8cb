import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import { audit, type Originator } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'

/** Takes what waits, so that no other person decides about it. */
async function takeHeld(client: ClientBase, topologyId: string) {
  const hold = await tablesOn(client)
    .deleteFrom('core.topology_held_deletions as held')
    .using('core.topologies as topology')
    .where('held.topology_id', '=', topologyId)
    .whereRef('topology.id', '=', 'held.topology_id')
    .returning(['held.component_ids', 'held.total', 'topology.name'])
    .executeTakeFirst()
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
  await client.query(sql`select core.delete_components(${hold.component_ids}, ${now})`)
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
