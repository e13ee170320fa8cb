import { renameDecision, writtenItem } from '@binnacle/contract/catalog'
import type { ClientBase, Pool } from 'pg'
import { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import {
  type MergeDependencies,
  type MergeRequest,
  mergeItems,
  type MergeRefusal,
} from '../store/merge/merge-items.ts'

const write = { access: { resource: 'database', action: 'write' } } as const
const byId = z.object({ id: z.guid('is not an id') })

const refusals: Readonly<Record<MergeRefusal, string>> = {
  unknown: 'One of the items is not there any more',
  unlike: 'Items of different types, and those that people made, are not joined',
  seen: 'The old item was seen again, so both are there',
}

async function join(
  client: ClientBase,
  dependencies: MergeDependencies,
  actor: Actor,
  joining: Omit<MergeRequest, 'by'>,
): Promise<void> {
  const joined = await mergeItems(client, dependencies, { ...joining, by: actor })
  if (typeof joined === 'string') throw new RequestError('ECONFLICT', refusals[joined])
  await audit(client, actor, {
    action: 'join',
    resource: 'config_items',
    id: joining.oldId,
    name: joined.newName,
    before: { name: joined.oldName },
    after: { name: joined.newName, joined_id: joining.newId },
  })
}

async function decline(
  client: ClientBase,
  actor: Actor,
  { oldId, newId, now }: Omit<MergeRequest, 'by'>,
): Promise<void> {
  const { numUpdatedRows } = await tablesOn(client)
    .updateTable('core.config_item_renames')
    .set({ declined_at: now })
    .where('old_id', '=', oldId)
    .where('new_id', '=', newId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new RequestError('ENOTFOUND', 'These items are not offered for joining')
  await audit(client, actor, {
    action: 'keep-apart',
    resource: 'config_items',
    id: newId,
    name: null,
    after: { old_id: oldId },
  })
}

/** Decisions about items that may be one thing that was renamed. */
export function joinRoutes(dependencies: MergeDependencies & { pool: Pool; clock: Clock }): Route[] {
  const { pool, clock } = dependencies
  return [
    defineRoute({
      method: 'POST',
      path: '/catalog/{id}/join',
      summary:
        'Joins an item with the one that it was before its rename, which keeps its id, history, notes and edges',
      ...write,
      params: byId,
      body: renameDecision,
      answer: writtenItem,
      handle: async ({ params: { id: newId }, body: { old: oldId }, actor }) => {
        await inTransaction(pool, (client) =>
          join(client, dependencies, actor, { oldId, newId, now: clock.now() }),
        )
        return { id: oldId }
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/catalog/{id}/keep-apart',
      summary:
        'Says that an item is not what another one was, so that they are no longer offered for joining',
      ...write,
      params: byId,
      body: renameDecision,
      answer: writtenItem,
      handle: async ({ params: { id: newId }, body: { old: oldId }, actor }) => {
        await inTransaction(pool, (client) => decline(client, actor, { oldId, newId, now: clock.now() }))
        return { id: newId }
      },
    }),
  ]
}
