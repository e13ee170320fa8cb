import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import { tablesOn } from '../../../platform/database/tables-on.ts'

/** Gives the components and checks of a catalog item to the item that it goes on as. */
export async function followItem(client: ClientBase, oldId: string, newId: string): Promise<void> {
  await tablesOn(client)
    .updateTable('core.components')
    .set({ config_id: newId })
    .where('config_id', '=', oldId)
    .execute()
  // The rows of the old id go with its item.
  await client.query(sql`
    insert into core.config_component_relationships (component_id, config_id, selector_id, created_at, deleted_at)
    select component_id, ${newId}, selector_id, created_at, deleted_at from core.config_component_relationships
    where config_id = ${oldId} on conflict do nothing`)
  await client.query(sql`
    insert into core.check_config_relationships (config_id, check_id, selector_id, created_at, deleted_at)
    select ${newId}, check_id, selector_id, created_at, deleted_at from core.check_config_relationships
    where config_id = ${oldId} on conflict do nothing`)
}
