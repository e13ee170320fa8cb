import { useEffect, useEffectEvent } from 'react'

/** A page of a list, as its address names it. */
interface PageValues {
  pageIndex: number
  pageSize: number
}

/**
 * Leads back to the last page when the one that is shown has gone.
 * @param total rows on all pages; undefined while it is not known
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
