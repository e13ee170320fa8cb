import type { PageRefreshRate } from '@binnacle/ui'
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react'

type Show = (rate: PageRefreshRate | undefined) => void

const RateContext = createContext<PageRefreshRate | undefined>(undefined)
const ShowContext = createContext<Show>(() => undefined)

/** Passes the refresh rate of a page to the top bar, where people change it. */
export function PageRateProvider({ children }: { children: ReactNode }): ReactNode {
  const [rate, setRate] = useState<PageRefreshRate>()
  return (
    <ShowContext value={setRate}>
      <RateContext value={rate}>{children}</RateContext>
    </ShowContext>
  )
}

/** Returns the refresh rate of the current page; undefined on a page without one. */
export function usePageRate(): PageRefreshRate | undefined {
  return use(RateContext)
}

/** Shows the refresh rate of the calling page in the top bar while the page is mounted. */
export function useShownRate({ value, rangeMilliseconds, onChange }: PageRefreshRate): void {
  const show = use(ShowContext)
  const choose = useEffectEvent(onChange)
  useEffect(() => {
    show({ value, rangeMilliseconds, onChange: (rate) => choose(rate) })
    return () => show(undefined)
  }, [show, value, rangeMilliseconds])
}
