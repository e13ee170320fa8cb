import { changeFeed, newChangeFeed, storedChangeFeed } from '@binnacle/contract/catalog'
import type { Pool } from 'pg'
import { z } from 'zod'
import { inTransaction } from '../../../platform/database/index.ts'
import { Lines, linesAnswer } from '../../../platform/http/lines.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import type { DefinedJob } from '../../../platform/jobs/index.ts'
import type { FeedPayload } from './job.ts'
import { changeLinesQuery, lineOf, readChangeLines } from './change-lines.ts'
import { createFeed, deleteFeed, updateFeed } from './save-feed.ts'

const write = { access: { resource: 'database', action: 'write' } } as const
const byId = z.object({ id: z.guid('is not an id') })

/** The route from which other systems read changes, and the routes of change feeds, which send them. */
export function feedRoutes({ pool, job }: { pool: Pool; job: DefinedJob<FeedPayload> }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/catalog/changes/feed',
      summary:
        'Changes after a cursor, in the order in which they were stored, one JSON text a line with its cursor',
      access: { resource: 'database', action: 'read' },
      query: changeLinesQuery,
      answer: linesAnswer,
      handle: async ({ query }) => new Lines((await readChangeLines(pool, query)).map(lineOf).join('')),
    }),
    defineRoute({
      method: 'POST',
      path: '/catalog/change-feeds',
      summary: 'Adds a feed that sends changes to the server of a connection',
      ...write,
      body: newChangeFeed,
      answer: storedChangeFeed,
      status: 201,
      handle: ({ body, actor }) =>
        inTransaction(pool, async (client) => {
          const feed = await createFeed(client, actor, body)
          await job.add(client, { id: feed.id })
          return feed
        }),
    }),
    defineRoute({
      method: 'PUT',
      path: '/catalog/change-feeds/{id}',
      summary: 'Changes a feed of changes, which then sends at once',
      ...write,
      params: byId,
      body: changeFeed,
      answer: storedChangeFeed,
      handle: ({ params: { id }, body, actor }) =>
        inTransaction(pool, async (client) => {
          const feed = await updateFeed(client, actor, { id, ...body })
          await job.add(client, { id })
          return feed
        }),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/catalog/change-feeds/{id}',
      summary: 'Deletes a feed of changes; nothing more is sent',
      ...write,
      params: byId,
      answer: byId,
      handle: async ({ params, actor }) => {
        await inTransaction(pool, (client) => deleteFeed(client, actor, params.id))
        return params
      },
    }),
  ]
}
