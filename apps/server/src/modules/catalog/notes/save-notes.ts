import { isDeepStrictEqual } from 'node:util'
import type { ItemNotes } from '@binnacle/contract/catalog'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import { moveTags } from '../store/counts/facets.ts'
import { lockNotes, type StoredNotes } from './stored.ts'

const owners = { team: 'core.teams', person: 'core.people' } as const

async function requireOwner(client: ClientBase, owner: ItemNotes['owner']): Promise<void> {
  if (owner === null) return
  const found = await tablesOn(client)
    .selectFrom(owners[owner.kind])
    .select('id')
    .where('id', '=', owner.id)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (found === undefined)
    throw new RequestError('EINVALID', `There is no such ${owner.kind}`, [
      { path: 'owner.id', message: `There is no such ${owner.kind}` },
    ])
}

/** The tags of an item after those that people set have changed. */
function mergeTags({ itemTags, tags }: StoredNotes, own: ItemNotes['tags']): Record<string, string> {
  const found = Object.entries(itemTags).filter(([key]) => !Object.hasOwn(tags, key))
  return { ...Object.fromEntries(found), ...own }
}

/**
 * Replaces the owner, the notes and the own tags of an item.
 * @throws RequestError if there is no such item or owner
 */
export async function replaceNotes(
  client: ClientBase,
  actor: Actor,
  { id, owner, notes: given, tags }: ItemNotes & { id: string },
): Promise<ItemNotes> {
  const stored = await lockNotes(client, id)
  await requireOwner(client, owner)
  const notes = given === null || given.trim() === '' ? null : given
  const after = {
    owner_team_id: owner?.kind === 'team' ? owner.id : null,
    owner_person_id: owner?.kind === 'person' ? owner.id : null,
    notes,
    tags,
  }
  const saved = { ...after, tags: JSON.stringify(tags), updated_by: actor.personId }
  await tablesOn(client)
    .insertInto('core.config_item_notes')
    .values({ config_id: id, ...saved })
    .onConflict((conflict) => conflict.column('config_id').doUpdateSet(saved))
    .execute()
  if (!isDeepStrictEqual(stored.tags, tags)) {
    const merged = mergeTags(stored, tags)
    const isFreed = Object.keys(stored.tags).some((key) => !Object.hasOwn(tags, key))
    await tablesOn(client)
      .updateTable('core.config_items')
      // A tag that is no longer set by hand may hide a value that was found. Without a hash, the next scrape writes it again.
      .set({ tags: JSON.stringify(merged), ...(isFreed ? { hash: null } : {}) })
      .where('id', '=', id)
      .execute()
    if (!stored.deleted && stored.archivedAt === null) await moveTags(client, stored.itemTags, merged)
  }
  await audit(client, actor, {
    action: 'update',
    resource: 'config_item_notes',
    id,
    name: stored.name,
    before: {
      owner_team_id: stored.ownerTeamId,
      owner_person_id: stored.ownerPersonId,
      notes: stored.notes,
      tags: stored.tags,
    },
    after,
  })
  return { owner, notes, tags }
}
