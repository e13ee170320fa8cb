import { useToast } from '@binnacle/ui'
import type { PaletteItem } from '@binnacle/ui/palette'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { type SearchHit, type Page, permits } from '../../../application/pages/pages.ts'
import { useNavigation } from '../../../application/pages/use-navigation.ts'
import { messageOf } from '../../../application/requests/queries.ts'
import { useSession } from '../../../application/session/session.ts'

/** What the server finds for a text, of every kind that the person may open. */
export function useEntities(
  text: string,
  pages: readonly Page[],
): { items: readonly PaletteItem[]; loading: boolean } {
  const navigation = useNavigation()
  const toast = useToast()
  const { roles } = useSession()
  const finders = pages.flatMap(({ finder }) => (finder === undefined ? [] : [finder]))
  const found = useQueries({
    queries: finders.map(({ topic, group, find }) => ({
      queryKey: [topic, 'palette', group, text],
      enabled: text !== '',
      placeholderData: keepPreviousData,
      queryFn: ({ signal }: { signal: AbortSignal }) => find(text, signal),
    })),
  })
  const isAllowed = ({ access }: SearchHit) => access === undefined || permits(roles, access)
  function choose(thing: SearchHit): void {
    if ('href' in thing) navigation.push(thing.href)
    else
      thing.act().then(
        (message) => toast.success(message),
        (error: unknown) => toast.error(messageOf(error)),
      )
  }
  const items = finders.flatMap(({ group }, index) =>
    (text === '' ? [] : (found[index]?.data ?? [])).filter(isAllowed).map((thing) => ({
      ...thing,
      id: `${group} ${thing.id}`,
      group,
      found: true,
      perform: () => choose(thing),
    })),
  )
  return { items, loading: text !== '' && found.some((query) => query.isFetching) }
}
