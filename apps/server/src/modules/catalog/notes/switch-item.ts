import type { ItemSwitches } from '@binnacle/contract/catalog'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { recount } from '../store/counts/facets.ts'
import { lockNotes } from './stored.ts'

/** Actions in the audit log. */
const actions = {
  archived_at: { on: 'archive', off: 'unarchive' },
  ignored_at: { on: 'ignore', off: 'stop ignoring' },
} as const

/** Columns that people switch on and off. */
export type SwitchName = keyof typeof actions

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
  const time = on ? (before[name] ?? now) : null
  const change = name === 'archived_at' ? { archived_at: time } : { ignored_at: time }
  const after = { ...before, ...change }
  if (before[name] !== after[name]) {
    const turn = () =>
      tablesOn(client)
        .insertInto('core.config_item_notes')
        .values({ config_id: id, ...change, updated_by: actor.personId })
        .onConflict((conflict) =>
          conflict.column('config_id').doUpdateSet({ ...change, updated_by: actor.personId }),
        )
        .execute()
    // Count the values of filters again, because archived items add none.
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
