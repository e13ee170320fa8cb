import {
  readTimeRange,
  RefreshRatePicker,
  resolveTimeRange,
  TimeRangePicker,
  timeZone,
  useNow,
  writeTimeRange,
} from '@binnacle/ui'
import { type ReactNode, useMemo } from 'react'
import { useFilters } from '../../application/use-filters.ts'
import { useRefreshRate } from '../../application/use-refresh-rate.ts'
import { pageRange } from './default-range.ts'
import { pageTimeFilters } from './drawer-filters.ts'

/** The time that checks of this page open with, and how often the page loads again. */
export function PageTime(): ReactNode {
  const { values, set } = useFilters(pageTimeFilters)
  const now = useNow('minute')
  const { timeRange, from, to } = values
  const range = useMemo(() => readTimeRange({ timeRange, from, to }) ?? pageRange, [timeRange, from, to])
  const stretch = resolveTimeRange(range, now, timeZone())
  const rangeMilliseconds = stretch === undefined ? 0 : stretch.to - stretch.from
  const { rate, choose } = useRefreshRate('health', rangeMilliseconds)
  return (
    <>
      <TimeRangePicker
        presets="simple"
        align="end"
        value={range}
        onChange={(chosen) => set(writeTimeRange(chosen))}
      />
      <RefreshRatePicker value={rate} onChange={choose} rangeMilliseconds={rangeMilliseconds} />
    </>
  )
}
