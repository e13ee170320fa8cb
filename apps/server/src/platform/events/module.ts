import {
  queueChange,
  queueDiscard,
  queueSelection,
  queuedEventDetails,
  queuedEventList,
  queueStates,
} from '@binnacle/contract/events'
import { LONGEST_QUERY } from '@binnacle/contract/health'
import { z } from 'zod'
import { defineRoute } from '../http/route.ts'
import type { OpenModule } from '../module.ts'
import { createQueueVerbs } from './queue-verbs.ts'

const feature = 'settings.event_queue_status'
const read = { resource: 'database', action: 'read' } as const
const write = { resource: 'database', action: 'write' } as const

const MOST_ROWS = 1_000
const list = z.object({
  name: z.string(),
  state: z.enum(queueStates).optional(),
  query: z.string().max(LONGEST_QUERY).optional(),
  order: z.enum(['created_at.asc', 'created_at.desc']).default('created_at.desc'),
  pageIndex: z.coerce.number().int().min(0).max(1_000_000).default(0),
  pageSize: z.coerce.number().int().min(1).max(MOST_ROWS).default(50),
})
const byId = z.object({ id: z.string().regex(/^\d{1,18}$/, 'is not an id') })

/** What waits for its consumers and what failed there. */
export const openEventQueue: OpenModule = ({ pool }) => {
  const verbs = createQueueVerbs(pool)
  return {
    name: 'event queue',
    data: { event_queue_summary: { resource: 'database', feature } },
    topics: { event_queue: { access: read, feature } },
    routes: [
      defineRoute({
        method: 'GET',
        path: '/event_queue',
        summary: 'Events of one name that wait or failed, the newest first',
        access: read,
        feature,
        query: list,
        answer: queuedEventList,
        handle: ({ query: { order, ...wanted } }) =>
          verbs.list({ ...wanted, oldestFirst: order === 'created_at.asc' }),
      }),
      defineRoute({
        method: 'GET',
        path: '/event_queue/{id}',
        summary: 'An event in the queue with its payload; secrets are masked',
        access: read,
        feature,
        params: byId,
        answer: queuedEventDetails,
        handle: ({ params }) => verbs.get(params.id),
      }),
      defineRoute({
        method: 'POST',
        path: '/event_queue/retry',
        summary: 'Starts a failed event, or all that are selected, again with all attempts',
        access: write,
        feature,
        body: queueSelection,
        answer: queueChange,
        handle: ({ body, actor }) => verbs.retry(body, actor),
      }),
      defineRoute({
        method: 'POST',
        path: '/event_queue/discard',
        summary: 'Removes an event, or all that are selected, from the queue; needs a reason',
        access: write,
        feature,
        body: queueDiscard,
        answer: queueChange,
        handle: ({ body, actor }) => verbs.discard(body, actor),
      }),
    ],
  }
}
