import type { ClientBase, Pool } from 'pg'

const findPresent = 'select config_id from core.config_item_joins where joined_id = $1'

/** The id of an item now. It is another one than the given id if the item was joined with what it was before a rename. */
export async function presentId(database: ClientBase | Pool, id: string): Promise<string> {
  const { rows } = await database.query<{ config_id: string }>(findPresent, [id])
  return rows[0]?.config_id ?? id
}
