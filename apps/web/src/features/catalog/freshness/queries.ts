import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { tables } from '../../../application/requests/data.ts'

/** Milliseconds after which it is asked again: what a source says while nothing changes is not announced. */
const ASK_EVERY = 30_000

const freshness = z.object({
  /** When the catalog last had everything. */
  up_to_date_at: z.nullable(z.string()),
  /** The newest change that the source gave a time: when it happened, and when it was stored. */
  change_at: z.nullable(z.string()),
  stored_at: z.nullable(z.string()),
})
export type Freshness = z.output<typeof freshness>

/** An item or a scraper. The age of its data is shown. */
export type FreshnessSubject = { kind: 'configs' | 'config_scrapers'; id: string }

const views = { configs: 'config_freshness', config_scrapers: 'config_scraper_freshness' } as const

// The first part of each query key is its live topic: a change of the topic reloads the query.

/** How far the catalog is behind the source of an item or of a scraper. */
export const freshnessQuery = ({ kind, id }: FreshnessSubject) =>
  queryOptions({
    queryKey: [kind, 'freshness', id],
    meta: { shows: [id] },
    refetchInterval: ASK_EVERY,
    queryFn: async ({ signal }): Promise<Freshness | null> => {
      const found = await tables
        .from(views[kind])
        .select<string, unknown>('up_to_date_at,change_at,stored_at')
        .eq('id', id)
        .abortSignal(signal)
        .throwOnError()
      return z.array(freshness).parse(found.data)[0] ?? null
    },
  })

/** Milliseconds from when the newest change happened that its source dates until it was stored; undefined for none. */
export function delayOf({ change_at: changed, stored_at: stored }: Freshness): number | undefined {
  return changed === null || stored === null
    ? undefined
    : Math.max(0, Date.parse(stored) - Date.parse(changed))
}
