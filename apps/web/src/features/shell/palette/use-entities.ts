import type { PaletteItem } from '@binnacle/ui/palette'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Page } from '../../../application/pages/pages.ts'

/** What the server finds for a text, of every kind that the person may open. */
export function useEntities(
  text: string,
  pages: readonly Page[],
): { items: readonly PaletteItem[]; loading: boolean } {
  const router = useRouter()
  const finders = pages.flatMap(({ finder }) => (finder === undefined ? [] : [finder]))
  const found = useQueries({
    queries: finders.map(({ topic, group, find }) => ({
      queryKey: [topic, 'palette', group, text],
      enabled: text !== '',
      placeholderData: keepPreviousData,
      queryFn: ({ signal }: { signal: AbortSignal }) => find(text, signal),
    })),
  })
  const items = finders.flatMap(({ group }, index) =>
    (text === '' ? [] : (found[index]?.data ?? [])).map(({ href, ...entity }) => ({
      ...entity,
      id: `${group} ${entity.id}`,
      group,
      found: true,
      perform: () => router.history.push(href),
    })),
  )
  return { items, loading: text !== '' && found.some((query) => query.isFetching) }
}
