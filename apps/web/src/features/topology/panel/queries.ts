import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../../application/requests/api.ts'

// The first part of each query key is its live topic: a change of the topic reloads the query.
const TOPIC = 'components'

const history = z.object({
  transitions: z.array(z.object({ at: z.string(), health: z.string(), reason: z.nullable(z.string()) })),
})

/** The changes of health of a component since a time, the newest first. */
export const historyQuery = (id: string, hours: number) =>
  queryOptions({
    queryKey: [TOPIC, 'history', id, hours],
    meta: { shows: [id] },
    queryFn: async ({ signal }) => {
      const from = new Date(Date.now() - hours * 3_600_000).toISOString()
      const found = await request(
        `/api/topology/${encodeURIComponent(id)}/history?${new URLSearchParams({ from })}`,
        history,
        { signal },
      )
      return found.transitions.toReversed()
    },
  })
