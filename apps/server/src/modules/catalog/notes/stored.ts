import type { FieldKind } from '@binnacle/contract/catalog'
import { sql as fragment } from 'kysely'
import type { ClientBase } from 'pg'
import type { KnownTable } from '../../../platform/database/columns.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import { lockPublishing } from '../store/publish.ts'

type Texts = Record<string, string>

/** Tables of fields that people added to items, and of their values. */
export interface FieldTables extends Pick<DB, 'core.config_field_values'> {
  'core.config_fields': KnownTable<'core.config_fields', { kind: FieldKind }>
}

/** Finds an item with what people said of it. */
const findNotes = (client: ClientBase, id: string) =>
  tablesOn(client)
    .selectFrom('core.config_items as items')
    .leftJoin('core.config_item_notes as notes', 'notes.config_id', 'items.id')
    .select(({ eb }) => [
      'items.id',
      'items.name',
      eb('items.deleted_at', 'is not', null).as('deleted'),
      'items.tags as itemTags',
      'notes.owner_team_id as ownerTeamId',
      'notes.owner_person_id as ownerPersonId',
      'notes.notes',
      fragment<Texts>`coalesce(notes.tags, '{}')`.as('tags'),
      'notes.archived_at as archivedAt',
      'notes.ignored_at as ignoredAt',
    ])
    .where('items.id', '=', id)
    .forUpdate('items')
    .executeTakeFirst()

/** An item with what people said of it. */
export type StoredNotes = NonNullable<Awaited<ReturnType<typeof findNotes>>>

/**
 * Locks an item until the transaction ends, and what its scraper would write meanwhile.
 * @throws RequestError if there is no such item
 */
export async function lockNotes(client: ClientBase, id: string): Promise<StoredNotes> {
  const item = await tablesOn(client)
    .selectFrom('core.config_items')
    .select('scraper_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (typeof item?.scraper_id === 'string') await lockPublishing(client, item.scraper_id)
  const stored = await findNotes(client, id)
  if (stored === undefined) throw new RequestError('ENOTFOUND', 'There is no catalog item with this id')
  return stored
}
