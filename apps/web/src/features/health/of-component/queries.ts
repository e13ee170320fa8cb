import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { rowsOf, tables } from '../../../application/requests/data.ts'

const nullableText = z.nullish(z.string())

const check = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  state: nullableText,
  status: nullableText,
  uptime: z.nullish(z.object({ passed: z.number(), failed: z.number() })),
  latency: z.nullish(z.object({ rolling1h: z.nullish(z.number()) })),
})
/** A check of a component. */
export type ComponentCheck = z.output<typeof check>

/** The checks of a component, failing ones first. Source: HLT-028. */
export const checksQuery = (id: string) =>
  queryOptions({
    queryKey: ['checks', 'of component', id],
    meta: { follows: ['components'] },
    queryFn: async ({ signal }): Promise<readonly ComponentCheck[]> => {
      const rows = await rowsOf(
        tables
          .from('checks_by_component')
          .select<string, unknown>('*')
          .eq('component_id', id)
          .is('deleted_at', null)
          .order('name'),
        check,
        signal,
      )
      const rank = (row: ComponentCheck) => ((row.state ?? row.status) === 'healthy' ? 1 : 0)
      return rows.toSorted((left, right) => rank(left) - rank(right))
    },
  })
