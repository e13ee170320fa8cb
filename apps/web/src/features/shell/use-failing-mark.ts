import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../../application/session/session.ts'
import { loadChecks } from '../health/index.ts'
import { withCount } from './title-count.ts'

/** Milliseconds between two looks at how many checks fail. Pages without checks get no live changes of them. */
const LOOK_EVERY = 10_000

/**
 * Keeps the count of failing checks in the title of the tab, and a dot in its icon while there are any.
 * @param enabled whether the person may see checks
 */
export function useFailingMark(enabled: boolean): void {
  const { unhealthyChecks } = useSession()
  const { data: failing } = useQuery({
    queryKey: ['failing-count'],
    enabled,
    initialData: unhealthyChecks ?? 0,
    // The session was loaded with the page, so the first look is due after the interval.
    staleTime: LOOK_EVERY,
    refetchInterval: LOOK_EVERY,
    refetchIntervalInBackground: true,
    // A tab that cannot reach its server says so elsewhere.
    meta: { quiet: true },
    queryFn: async ({ signal }) => {
      const { counts } = await loadChecks({ status: 'unhealthy', groupBy: 'none', pageSize: 1 }, signal)
      return counts.unhealthy
    },
  })
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    icon?.setAttribute('href', failing === 0 ? '/mark.svg' : '/mark-failing.svg')
    const mark = () => {
      const wanted = withCount(document.title, failing)
      if (document.title !== wanted) document.title = wanted
    }
    mark()
    // Each page sets the title again.
    const observer = new MutationObserver(mark)
    observer.observe(document.head, { subtree: true, childList: true, characterData: true })
    return () => {
      observer.disconnect()
      icon?.setAttribute('href', '/mark.svg')
      document.title = withCount(document.title, 0)
    }
  }, [failing])
}
