import { isDeepStrictEqual } from 'node:util'
import type { ItemNotes } from '@binnacle/contract/catalog'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { RequestError } from '../../../platform/errors.ts'
import { moveTags } from '../store/facets.ts'
import { lockNotes, type StoredNotes } from './stored.ts'

const owners = {
  team: 'select from core.teams where id = $1 and deleted_at is null for key share',
  person: 'select from core.people where id = $1 and deleted_at is null for key share',
} as const

const saveNotes = `
  insert into core.config_item_notes (config_id, owner_team_id, owner_person_id, notes, tags, updated_by)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (config_id) do update
  set owner_team_id = excluded.owner_team_id, owner_person_id = excluded.owner_person_id, notes = excluded.notes,
    tags = excluded.tags, updated_by = excluded.updated_by`

// A tag that is no longer set by hand may hide a value that was found. Without a hash, the next scrape writes it again.
const saveTags = `
  update core.config_items set tags = $2, hash = case when $3 then null else hash end where id = $1`

async function requireOwner(client: ClientBase, owner: ItemNotes['owner']): Promise<void> {
  if (owner === null) return
  const { rowCount } = await client.query(owners[owner.kind], [owner.id])
  if (rowCount === 0)
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
  await client.query(saveNotes, [
    id,
    after.owner_team_id,
    after.owner_person_id,
    notes,
    JSON.stringify(tags),
    actor.personId,
  ])
  if (!isDeepStrictEqual(stored.tags, tags)) {
    const merged = mergeTags(stored, tags)
    const isFreed = Object.keys(stored.tags).some((key) => !Object.hasOwn(tags, key))
    await client.query(saveTags, [id, JSON.stringify(merged), isFreed])
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
