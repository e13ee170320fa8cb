import { useEffect, useEffectEvent } from 'react'

/** URL parameters of a page of a list. */
interface PageValues {
  pageIndex: number
  pageSize: number
}

/**
 * Moves to the last page if the current page no longer exists.
 * @param total rows on all pages; undefined while unknown
 */
export function useLastPage(
  total: number | undefined,
  { pageIndex, pageSize }: PageValues,
  set: (change: { pageIndex: number }) => void,
): void {
  const last = total === undefined || total === 0 ? undefined : Math.ceil(total / pageSize) - 1
  const change = useEffectEvent(set)
  useEffect(() => {
    if (last !== undefined && pageIndex > last) change({ pageIndex: last })
  }, [last, pageIndex])
}
