import { defineViewList, rowSchema } from '@binnacle/contract/core'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { selectText } from '../../../application/columns/view-list.ts'
import { rowsOf, tables } from '../../../application/requests/data.ts'

const nullableText = z.nullish(z.string())

const checkList = defineViewList('checks_by_component', {
  id: { value: z.string() },
  name: { value: z.string() },
  type: { value: z.string() },
  state: { value: nullableText },
  status: { value: nullableText },
  uptime: { value: z.nullable(z.object({ passed: z.number(), failed: z.number() })) },
  latency: { value: z.nullable(z.object({ rolling1h: z.nullable(z.number()) })) },
})
const check = rowSchema(checkList.columns)
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
          .from(checkList.view)
          .select<string, unknown>(selectText(checkList.columns))
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
