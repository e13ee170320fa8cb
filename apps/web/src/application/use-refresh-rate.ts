import {
  allowedRate,
  DEFAULT_REFRESH_RATE,
  defineFilters,
  isRefreshRate,
  type Parameter,
  rateMilliseconds,
  readStored,
  type RefreshRate,
  writeStored,
} from '@binnacle/ui'
import { useEffect, useState } from 'react'
import { useLiveHold } from './live-provider.tsx'
import { useRefresh } from './refresh.tsx'
import { useFilters } from './use-filters.ts'

/** Where this browser remembers the rate of a page. */
const storageKey = (page: string) => `binnacle.refreshRate.${page}`

function readRate(page: string): RefreshRate {
  const stored = readStored(storageKey(page)) ?? ''
  return isRefreshRate(stored) ? stored : DEFAULT_REFRESH_RATE
}

function rateParameter(): Parameter<RefreshRate | undefined> {
  return {
    default: undefined,
    read: (text) => (isRefreshRate(text) ? text : undefined),
    write: (rate) => rate ?? '',
  }
}

const rateFilters = defineFilters({ refreshRate: rateParameter() })

/**
 * How often a page loads again by itself: as the address names it, else as this browser remembers it. With None the
 * page follows no live changes either.
 * @param page under whose name the choice is remembered
 * @param rangeMilliseconds how long the range is that the page shows: long ones close short rates
 */
export function useRefreshRate(
  page: string,
  rangeMilliseconds: number,
): { rate: RefreshRate; choose: (rate: RefreshRate) => void } {
  const { values, set } = useFilters(rateFilters)
  const { refresh } = useRefresh()
  const [stored, setStored] = useState(() => readRate(page))
  const rate = allowedRate(values.refreshRate ?? stored, rangeMilliseconds)

  function choose(wanted: RefreshRate): void {
    writeStored(storageKey(page), wanted)
    setStored(wanted)
    // A rate in the address would win over the one that was just chosen.
    set({ refreshRate: undefined })
  }

  const step = rateMilliseconds(rate)
  useEffect(() => {
    if (step === undefined) return undefined
    const timer = setInterval(refresh, step)
    return () => clearInterval(timer)
  }, [step, refresh])
  useLiveHold(step === undefined, () => choose(DEFAULT_REFRESH_RATE))

  return { rate, choose }
}
