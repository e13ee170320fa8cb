import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { data } from '../requests/data.ts'
import { LOOKUP_FRESH } from '../requests/queries.ts'

/** Most teams that a picker offers. */
const OFFERED = 1_000

const teams = z.array(z.object({ id: z.string(), name: z.string() }))

/** Teams to choose from, by name. */
export const teamsQuery = queryOptions({
  queryKey: ['teams', 'choices'],
  staleTime: LOOKUP_FRESH,
  queryFn: async ({ signal }) => {
    const found = await data
      .from('teams')
      .select('id,name')
      .is('deleted_at', null)
      .order('name')
      .limit(OFFERED)
      .abortSignal(signal)
      .throwOnError()
    return teams.parse(found.data)
  },
})
