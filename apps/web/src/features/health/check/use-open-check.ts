import type { CheckDetail } from '@binnacle/contract/health'
import { readTimeRange, useNow, writeTimeRange } from '@binnacle/ui'
import { useMemo } from 'react'
import { useFilters } from '../../../application/address/use-filters.ts'
import { defaultTimeRange } from '../default-range.ts'
import { openCheckFilters } from './drawer-filters.ts'

/** Sets the list of results back to its newest page, of which none is open. */
const firstPage = { historyPage: 0, run: undefined, asOf: undefined }

/** The address of an open check: its parameters, and the range of time that they mean. */
export function useOpenCheck(check: CheckDetail) {
  const filters = useFilters(openCheckFilters)
  const now = useNow('minute')
  const { timeRange, from, to } = filters.values
  const named = useMemo(() => readTimeRange({ timeRange, from: undefined, to: undefined }), [timeRange])
  const ends = useMemo(() => readTimeRange({ timeRange: undefined, from, to }), [from, to])
  const usual = named ?? defaultTimeRange(check.last_runtime, now)
  return {
    ...filters,
    range: ends ?? usual,
    /** Whether a stretch of the chart, or two ends, are shown in place of the usual range. */
    zoomed: ends !== undefined,
    chooseRange: (range: Parameters<typeof writeTimeRange>[0]) =>
      filters.set({ ...writeTimeRange(range), ...firstPage }),
    /** Shows a stretch and keeps the range to come back to. */
    zoom: (stretch: { from: number; to: number }) =>
      filters.set({
        from: new Date(stretch.from).toISOString(),
        to: new Date(stretch.to).toISOString(),
        ...firstPage,
      }),
    zoomOut: () => filters.set({ from: undefined, to: undefined, ...firstPage }),
  }
}
export type OpenCheck = ReturnType<typeof useOpenCheck>
