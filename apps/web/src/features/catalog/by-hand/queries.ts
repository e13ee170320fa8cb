import { type ChangedItem, writtenItem } from '@binnacle/contract/catalog'
import { request } from '../../../application/requests/api.ts'

/**
 * Makes an item, or replaces the one with the id. Rejects with a problem at `revision` if it has another one by now.
 * @returns its id
 */
export async function saveItem(id: string | undefined, item: ChangedItem): Promise<string> {
  const path = id === undefined ? '/api/catalog/items' : `/api/catalog/items/${id}`
  const written = await request(path, writtenItem, { method: id === undefined ? 'POST' : 'PUT', body: item })
  return written.id
}

/** Deletes an item that a person made. */
export async function deleteItem(id: string): Promise<void> {
  await request(`/api/catalog/items/${id}`, writtenItem, { method: 'DELETE' })
}
