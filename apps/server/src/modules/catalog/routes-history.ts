import {
  documentBlame,
  documentDifference,
  documentThen,
  documentVersions,
  heldDecision,
  heldOutcome,
} from '@binnacle/contract/catalog'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { RequestError } from '../../platform/errors.ts'
import type { Events } from '../../platform/events/index.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { presentId } from './store/merge/present-id.ts'
import { approveHeld, rejectHeld } from './store/retention/delete.ts'
import {
  blame,
  difference,
  documentAt,
  type DocumentThen,
  type VersionEntry,
  versions,
} from './store/documents/history.ts'

const read = { access: { resource: 'database', action: 'read' } } as const
const write = { access: { resource: 'config_scrapers', action: 'write' } } as const

const item = z.object({ id: z.guid('is not an id') })
const instant = z.iso.datetime({ offset: true }).transform((time) => new Date(time))

function answerOf({ version, since, until, document }: DocumentThen) {
  return { version, since: since.toISOString(), until: until?.toISOString() ?? null, document }
}

function entryOf({ version, since, changeId, by }: Omit<VersionEntry, 'until'>) {
  return { version, since: since.toISOString(), change_id: changeId ?? null, by: by ?? null }
}

function notThere(what: string): RequestError {
  return new RequestError('ENOTFOUND', `${what} is not kept, or there was none at that time`)
}

/** What was: the documents of items at any time, who touched what, and what differs. */
export function historyRoutes(pool: Pool): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/catalog/{id}/document',
      summary: 'The document of a catalog item, as it was at a time',
      ...read,
      params: item,
      query: z.object({ at: instant.optional() }),
      answer: documentThen,
      handle: async ({ params: { id }, query: { at } }) => {
        const found = await documentAt(pool, await presentId(pool, id), at)
        if (found === undefined) throw notThere('The document')
        return answerOf(found)
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/catalog/{id}/versions',
      summary: 'The versions of the document of a catalog item, the newest first',
      ...read,
      params: item,
      query: z.object({ limit: z.coerce.number().int().min(1).max(5_000).default(1_000) }),
      answer: documentVersions,
      handle: async ({ params: { id }, query: { limit } }) => ({
        versions: (await versions(pool, await presentId(pool, id), limit)).map(({ until, ...entry }) => ({
          ...entryOf(entry),
          until: until?.toISOString() ?? null,
        })),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/catalog/{id}/blame',
      summary: 'Which version last touched each value of the document of a catalog item',
      ...read,
      params: item,
      answer: documentBlame,
      handle: async ({ params: { id } }) => ({
        values: (await blame(pool, await presentId(pool, id))).map(({ path, ...entry }) => ({
          path,
          ...entryOf(entry),
        })),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/catalog/difference',
      summary: 'What the documents of two catalog items, or of one at two times, differ in',
      ...read,
      query: z.object({
        from: z.guid('is not an id'),
        to: z.guid('is not an id'),
        fromAt: instant.optional(),
        toAt: instant.optional(),
      }),
      answer: documentDifference,
      handle: async ({ query }) => {
        const found = await difference(
          pool,
          { configId: await presentId(pool, query.from), at: query.fromAt },
          { configId: await presentId(pool, query.to), at: query.toAt },
        )
        if ('missing' in found)
          throw notThere(found.missing === 'from' ? 'The first document' : 'The second document')
        return {
          from: answerOf(found.from),
          to: answerOf(found.to),
          diff: found.diff,
          changed: [...found.changed],
        }
      },
    }),
  ]
}

/** Decisions about deletions that a brake holds. */
export function heldRoutes({ pool, events, clock }: { pool: Pool; events: Events; clock: Clock }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/scrapers/{id}/deletions/approve',
      summary: 'Deletes the items of a type that no longer appear, of which there are so many that it waited',
      ...write,
      params: item,
      body: heldDecision,
      answer: heldOutcome,
      handle: async ({ params: { id }, body: { type }, actor }) => ({
        items: await inTransaction(pool, (client) =>
          approveHeld(client, events, actor, clock.now(), { scraperId: id, type }),
        ),
      }),
    }),
    defineRoute({
      method: 'POST',
      path: '/scrapers/{id}/deletions/reject',
      summary: 'Keeps the items of a type that no longer appear, of which there are so many that it waited',
      ...write,
      params: item,
      body: heldDecision,
      answer: heldOutcome,
      handle: async ({ params: { id }, body: { type }, actor }) => ({
        items: await inTransaction(pool, (client) => rejectHeld(client, actor, { scraperId: id, type })),
      }),
    }),
  ]
}
