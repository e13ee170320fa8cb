import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { tables } from '../../../application/requests/data.ts'

const itemCheck = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  state: z.string(),
  uptime: z.object({ passed: z.number(), failed: z.number() }),
  latency: z.nullish(z.object({ rolling1h: z.nullish(z.number()), p99: z.nullish(z.number()) })),
  last_transition_time: z.nullable(z.string()),
})
/** A check of an item. */
export type ItemCheck = z.output<typeof itemCheck>

/** The checks of an item, failing ones first. Source: CAT-052. */
export const itemChecksQuery = (id: string) =>
  queryOptions({
    queryKey: ['checks', 'of config', id],
    queryFn: async ({ signal }) => {
      const found = await tables
        .from('check_summary_for_config')
        .select<string, unknown>('id,name,type,state,uptime,latency,last_transition_time')
        .eq('config_id', id)
        .order('name')
        .abortSignal(signal)
        .throwOnError()
      const rank = ({ state }: ItemCheck) => (state === 'healthy' ? 1 : 0)
      return z
        .array(itemCheck)
        .parse(found.data)
        .toSorted((left, right) => rank(left) - rank(right))
    },
  })
