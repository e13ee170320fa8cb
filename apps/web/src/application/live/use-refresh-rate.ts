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
 * Reloads a page at the rate that the address names, else at the one that this browser remembers. The top bar shows the
 * rate and changes it. A page needs a rate although it is live, because an uptime of the last hour changes without any event.
 * With None the page follows no live changes either: the top bar says Paused.
 * @param page the name under which the choice is remembered
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
  useShownRate({ value: rate, onChange: choose, rangeMilliseconds })
}
