import type { ItemSwitches } from '@binnacle/contract/catalog'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { recount } from '../store/facets.ts'
import { lockNotes } from './stored.ts'

const statements = {
  archived_at: `
    insert into core.config_item_notes (config_id, archived_at, updated_by) values ($1, $2, $3)
    on conflict (config_id) do update set archived_at = excluded.archived_at, updated_by = excluded.updated_by`,
  ignored_at: `
    insert into core.config_item_notes (config_id, ignored_at, updated_by) values ($1, $2, $3)
    on conflict (config_id) do update set ignored_at = excluded.ignored_at, updated_by = excluded.updated_by`,
} as const

/** Columns that people switch on and off. */
export type SwitchName = keyof typeof statements

/** Actions in the audit log. */
const actions = {
  archived_at: { on: 'archive', off: 'unarchive' },
  ignored_at: { on: 'ignore', off: 'stop ignoring' },
} as const

/**
 * Switches an item on or off. A repeated request changes nothing, so the time of the first one stays.
 * @throws RequestError if the item does not exist
 */
export async function switchItem(
  client: ClientBase,
  actor: Actor,
  wanted: { id: string; name: SwitchName; on: boolean; now: Date },
): Promise<ItemSwitches> {
  const { id, name, on, now } = wanted
  const stored = await lockNotes(client, id)
  const before = { archived_at: stored.archivedAt, ignored_at: stored.ignoredAt }
  const after = { ...before, [name]: on ? (before[name] ?? now) : null }
  if (before[name] !== after[name]) {
    const turn = () => client.query(statements[name], [id, after[name], actor.personId])
    // Filters offer values of items that lists show.
    await (name === 'archived_at' ? recount(client, id, turn) : turn())
    await audit(client, actor, {
      action: actions[name][on ? 'on' : 'off'],
      resource: 'config_item_notes',
      id,
      name: stored.name,
      before,
      after,
    })
  }
  return {
    archived_at: after.archived_at?.toISOString() ?? null,
    ignored_at: after.ignored_at?.toISOString() ?? null,
  }
}
