import {
  type ChosenTimeRange,
  readTimeRange,
  roughLength,
  TimeRangePicker,
  writeTimeRange,
} from '@binnacle/ui'
import { type ReactNode, useMemo } from 'react'
import { useFilters } from '../../application/address/use-filters.ts'
import { useRefreshRate } from '../../application/live/use-refresh-rate.ts'
import { pageRange } from './default-range.ts'
import { pageTimeFilters } from './check/drawer-filters.ts'

/** The range of time of the page, as its address says it. */
export function usePageRange(): ChosenTimeRange {
  const { timeRange, from, to } = useFilters(pageTimeFilters).values
  return useMemo(() => readTimeRange({ timeRange, from, to }) ?? pageRange, [timeRange, from, to])
}

/** The time range of the page's figures, with which checks open too; sets how often the page refreshes. */
export function PageTime(): ReactNode {
  const { set } = useFilters(pageTimeFilters)
  const range = usePageRange()
  useRefreshRate('health', roughLength(range))
  return (
    <TimeRangePicker
      presets="simple"
      align="end"
      value={range}
      onChange={(chosen) => set(writeTimeRange(chosen))}
    />
  )
}
