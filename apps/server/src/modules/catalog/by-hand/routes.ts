import { changedItem, manualItem, writtenItem } from '@binnacle/contract/catalog'
import type { ClientBase, Pool } from 'pg'
import { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import type { Events } from '../../../platform/events/index.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import type { Mask } from '../extract/masking.ts'
import { type ByHandDependencies, createItem, deleteItem, updateItem } from './write-item.ts'

const write = { access: { resource: 'database', action: 'write' } } as const
const byId = z.object({ id: z.guid('is not an id') })

/** Items that people make by hand, for what no scraper sees. */
export function byHandRoutes({
  pool,
  events,
  clock,
  mask,
}: {
  pool: Pool
  events: Events
  clock: Clock
  mask: Mask
}): Route[] {
  const writing = <Value>(work: (client: ClientBase, dependencies: ByHandDependencies) => Promise<Value>) =>
    inTransaction(pool, (client) => work(client, { events, mask, now: clock.now() }))
  return [
    defineRoute({
      method: 'POST',
      path: '/catalog/items',
      summary: 'Adds a catalog item manually; runs of scrapers never change it',
      ...write,
      body: manualItem,
      answer: writtenItem,
      status: 201,
      handle: async ({ body, actor }) => ({
        id: await writing((client, dependencies) => createItem(client, actor, body, dependencies)),
      }),
    }),
    defineRoute({
      method: 'PUT',
      path: '/catalog/items/{id}',
      summary: 'Replaces what a person wrote of a catalog item; a deleted one is there again',
      ...write,
      params: byId,
      body: changedItem,
      answer: writtenItem,
      handle: async ({ params: { id }, body, actor }) => {
        await writing((client, dependencies) => updateItem(client, actor, { id, ...body }, dependencies))
        return { id }
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/catalog/items/{id}',
      summary: 'Deletes a catalog item that a person made; its history stays',
      ...write,
      params: byId,
      answer: writtenItem,
      handle: async ({ params: { id }, actor }) => {
        await writing((client, dependencies) => deleteItem(client, actor, id, dependencies))
        return { id }
      },
    }),
  ]
}
