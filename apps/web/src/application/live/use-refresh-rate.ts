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
import { useShownRate } from './page-rate.tsx'
import { useRefresh } from './refresh.tsx'
import { useFilters } from '../address/use-filters.ts'

/** Storage key of the refresh rate of a page. */
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
 * Reloads a page at the rate in the address, or else at the stored one. The top bar shows and changes the rate. A
 * live page needs a rate too, because an uptime of the last hour changes without any event. With None, the page
 * pauses live updates too, and the top bar says Paused.
 * @param page name under which the choice is stored
 * @param rangeMilliseconds length of the range that the page shows: long ranges disable short rates
 */
export function useRefreshRate(page: string, rangeMilliseconds: number): void {
  const { values, set } = useFilters(rateFilters)
  const { refresh } = useRefresh()
  const [stored, setStored] = useState(() => readRate(page))
  const rate = allowedRate(values.refreshRate ?? stored, rangeMilliseconds)

  function choose(wanted: RefreshRate): void {
    writeStored(storageKey(page), wanted)
    setStored(wanted)
    // Remove the rate from the address, where it would override the chosen one.
    set({ refreshRate: undefined })
  }

  const step = rateMilliseconds(rate)
  useEffect(() => {
    if (step === undefined) return undefined
    const timer = setInterval(refresh, step)
    return () => clearInterval(timer)
  }, [step, refresh])
  useLiveHold(step === undefined, () => choose(DEFAULT_REFRESH_RATE))
  useShownRate({ value: rate, onChange: choose, rangeMilliseconds })
}
