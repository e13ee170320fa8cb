import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { rowsOf, tables } from '../../application/requests/data.ts'

const nullableText = z.nullish(z.string())

const team = z.object({
  team_id: z.string(),
  component_id: z.string(),
  team: z.nullable(z.object({ id: z.string(), name: z.string(), icon: nullableText })),
})

/** The teams of a component. Source: TOP-049. */
export const teamsQuery = (id: string) =>
  queryOptions({
    queryKey: ['teams', 'of component', id],
    meta: { follows: ['components'] },
    queryFn: async ({ signal }) => {
      const rows = await rowsOf(
        tables
          .from('team_components')
          .select<string, unknown>('team_id,component_id,team:teams(id,name,icon)')
          .eq('component_id', id),
        team,
        signal,
      )
      // Several selectors of a team may find the same component.
      return [...new Map(rows.map((row) => [row.team_id, row])).values()]
    },
  })
