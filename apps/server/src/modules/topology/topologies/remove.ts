import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { Originator } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { logged } from '../../../platform/specs/log.ts'
import { topologyTable } from './table.ts'

/** Takes a topology out of use, and its components with it. */
export async function removeTopology(
  client: ClientBase,
  { now, by }: { now: Date; by: Originator },
  id: string,
): Promise<void> {
  await logged(client, topologyTable, by, [id], async () => {
    await client.query(sql`
      select core.delete_components(
        array(select id from core.components where topology_id = ${id} and deleted_at is null), ${now}
      )`)
    const tables = tablesOn(client)
    await tables.deleteFrom('core.topology_held_deletions').where('topology_id', '=', id).execute()
    await tables
      .updateTable('core.topologies')
      .set({ deleted_at: now, due_at: null })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .execute()
  })
}
