import { useQuery } from '@tanstack/react-query'
import { RequestFailure } from '../requests/failure.ts'
import type { ResourcePageDefinition } from './resource-page.tsx'

const NOT_FOUND = 404

/** Whether the row of a page that is shown was deleted since. The page keeps what it loaded. */
export function useWasDeleted<Item extends object>(
  { keyOf, load }: Pick<ResourcePageDefinition<Item>, 'keyOf' | 'load'>,
  id: string,
): boolean {
  const { data, error } = useQuery({
    queryKey: keyOf(id),
    meta: { shows: [id] },
    queryFn: ({ signal }) => load(id, signal),
  })
  return data === null || (error instanceof RequestFailure && error.status === NOT_FOUND)
}
