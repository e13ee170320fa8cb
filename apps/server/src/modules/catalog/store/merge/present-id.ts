import type { ClientBase, Pool } from 'pg'
import { tablesOn } from '../../../../platform/database/tables-on.ts'

/** The id of an item now. It is another one than the given id if the item was joined with what it was before a rename. */
export async function presentId(database: ClientBase | Pool, id: string): Promise<string> {
  const joined = await tablesOn(database)
    .selectFrom('core.config_item_joins')
    .select('config_id')
    .where('joined_id', '=', id)
    .executeTakeFirst()
  return joined?.config_id ?? id
}
