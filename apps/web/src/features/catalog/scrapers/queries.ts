import { heldOutcome } from '@binnacle/contract/catalog'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../../application/requests/api.ts'
import { tables } from '../../../application/requests/data.ts'

const nullableText = z.nullish(z.string())

// The first part of each query key is its live topic: a change of the topic reloads the query.
const TOPIC = 'config_scrapers'

const scrapeRun = z.object({
  id: z.string(),
  started_at: z.string(),
  ended_at: z.nullable(z.string()),
  state: z.string(),
  counts: z.pipe(
    z.nullish(z.record(z.string(), z.unknown())),
    z.transform((found) => found ?? {}),
  ),
  faults: z.pipe(
    z.nullish(z.array(z.object({ message: z.string(), type: nullableText, item: nullableText }))),
    z.transform((found) => found ?? []),
  ),
})
/** A run of a scraper with what came of it. */
export type ScrapeRun = z.output<typeof scrapeRun>

/** The newest runs of a scraper. */
export const scrapeRunsQuery = (id: string) =>
  queryOptions({
    queryKey: [TOPIC, 'runs', id],
    queryFn: async ({ signal }) => {
      const found = await tables
        .from('scrape_runs')
        .select<string, unknown>('id,started_at,ended_at,state,counts,faults')
        .eq('scraper_id', id)
        .order('started_at', { ascending: false })
        .limit(50)
        .abortSignal(signal)
        .throwOnError()
      return z.array(scrapeRun).parse(found.data)
    },
  })

const changeDrop = z.object({
  day: z.string(),
  reason: z.enum(['ignored', 'excluded', 'orphaned']),
  change_type: z.string(),
  because: z.string(),
  count: z.number(),
  last_at: z.string(),
})
/** Changes of a day that were not kept, and why. */
export type ChangeDrop = z.output<typeof changeDrop>

/** Changes that a scraper found and did not keep, the newest first. */
export const changeDropsQuery = (id: string) =>
  queryOptions({
    queryKey: [TOPIC, 'drops', id],
    queryFn: async ({ signal }) => {
      const found = await tables
        .from('config_change_drops')
        .select<string, unknown>('day,reason,change_type,because,count,last_at')
        .eq('scraper_id', id)
        .order('day', { ascending: false })
        .order('last_at', { ascending: false })
        .limit(200)
        .abortSignal(signal)
        .throwOnError()
      return z.array(changeDrop).parse(found.data)
    },
  })

/** Deletes, or keeps, the items of a type that no longer appear. @returns how many */
export async function decideHeldDeletions(
  id: string,
  decision: 'approve' | 'reject',
  type: string,
): Promise<number> {
  const { items } = await request(
    `/api/scrapers/${encodeURIComponent(id)}/deletions/${decision}`,
    heldOutcome,
    { method: 'POST', body: { type } },
  )
  return items
}
