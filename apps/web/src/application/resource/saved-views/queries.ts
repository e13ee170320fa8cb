import { savedView, type SavedView } from '@binnacle/contract/search'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../requests/api.ts'

const PATH = '/api/saved-views'
export const SAVED_VIEWS = 'saved_views'

/** The saved views of a list. */
export const savedViewsQuery = (list: string) =>
  queryOptions({
    queryKey: [SAVED_VIEWS, list],
    queryFn: ({ signal }) =>
      request(`${PATH}?${new URLSearchParams({ list })}`, z.array(savedView), { signal }),
  })

/** Saves a new view. */
export function createView(view: Pick<SavedView, 'list' | 'name' | 'search' | 'shared'>) {
  return request(PATH, savedView, { method: 'POST', body: view })
}

/** Changes a view. */
export function changeView(id: string, change: Partial<Pick<SavedView, 'name' | 'search' | 'shared'>>) {
  return request(`${PATH}/${encodeURIComponent(id)}`, savedView, { method: 'PATCH', body: change })
}

/** Deletes a view. */
export async function deleteView(id: string): Promise<void> {
  await request(`${PATH}/${encodeURIComponent(id)}`, z.object({ id: z.string() }), { method: 'DELETE' })
}
