import { type ItemNotes, itemNotes, itemSwitches } from '@binnacle/contract/catalog'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { peopleQuery } from '../../../application/forms/people-field.tsx'
import { request } from '../../../application/requests/api.ts'
import { anyContains, data } from '../../../application/requests/data.ts'
import { LOOKUP_FRESH } from '../../../application/requests/queries.ts'

/** Teams that a picker offers at most. */
const OFFERED = 20

const teams = z.array(z.object({ id: z.string(), name: z.string() }))

/** Teams whose names contain a text. */
export const teamsQuery = (text: string) =>
  queryOptions({
    queryKey: ['teams', 'owners', text],
    staleTime: LOOKUP_FRESH,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      let query = data.from('teams').select('id,name').is('deleted_at', null)
      if (text.trim() !== '') query = query.or(anyContains(['name'], text))
      const found = await query.order('name').limit(OFFERED).abortSignal(signal).throwOnError()
      return teams.parse(found.data)
    },
  })

/** People who can own an item. */
export const ownersQuery = (text: string) => peopleQuery(text, [])

/** Replaces the owner, the notes and the own tags of an item. */
export function saveNotes(id: string, notes: ItemNotes): Promise<ItemNotes> {
  return request(`/api/catalog/${id}/notes`, itemNotes, { method: 'PUT', body: notes })
}

/** Turns a switch of an item on or off. */
export async function switchItem(id: string, name: 'archive' | 'ignore', on: boolean): Promise<void> {
  await request(`/api/catalog/${id}/${name}`, itemSwitches, { method: 'PUT', body: { on } })
}
