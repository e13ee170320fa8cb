import type { ClientBase } from 'pg'
import type { Originator } from '../../../platform/audit.ts'
import { logged } from '../../../platform/specs/log.ts'
import { topologyTable } from './table.ts'

/** Takes a topology out of use, and its components with it. */
export async function removeTopology(
  client: ClientBase,
  { now, by }: { now: Date; by: Originator },
  id: string,
): Promise<void> {
  await logged(client, topologyTable, by, [id], async () => {
    await client.query(
      `select core.delete_components(
         array(select id from core.components where topology_id = $1 and deleted_at is null), $2
       )`,
      [id, now],
    )
    await client.query(
      'update core.topologies set deleted_at = $2, due_at = null where id = $1 and deleted_at is null',
      [id, now],
    )
  })
}
