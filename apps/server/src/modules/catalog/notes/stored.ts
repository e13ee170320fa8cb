import type { ClientBase } from 'pg'
import { RequestError } from '../../../platform/errors.ts'
import { lockPublishing } from '../store/publish.ts'

/** An item with what people said of it. */
export interface StoredNotes {
  id: string
  name: string
  deleted: boolean
  itemTags: Record<string, string>
  ownerTeamId: string | null
  ownerPersonId: string | null
  notes: string | null
  tags: Record<string, string>
  archivedAt: Date | null
  ignoredAt: Date | null
}

const findNotes = `
  select items.id, items.name, items.deleted_at is not null as deleted, items.tags as "itemTags",
    notes.owner_team_id as "ownerTeamId", notes.owner_person_id as "ownerPersonId", notes.notes,
    coalesce(notes.tags, '{}') as tags, notes.archived_at as "archivedAt", notes.ignored_at as "ignoredAt"
  from core.config_items as items
  left join core.config_item_notes as notes on notes.config_id = items.id
  where items.id = $1 for update of items`

/**
 * Locks an item until the transaction ends, and what its scraper would write meanwhile.
 * @throws RequestError if there is no such item
 */
export async function lockNotes(client: ClientBase, id: string): Promise<StoredNotes> {
  const found = await client.query<{ scraper_id: string | null }>(
    'select scraper_id from core.config_items where id = $1',
    [id],
  )
  const scraperId = found.rows[0]?.scraper_id
  if (typeof scraperId === 'string') await lockPublishing(client, scraperId)
  const { rows } = await client.query<StoredNotes>(findNotes, [id])
  const [stored] = rows
  if (stored === undefined) throw new RequestError('ENOTFOUND', 'There is no catalog item with this id')
  return stored
}
