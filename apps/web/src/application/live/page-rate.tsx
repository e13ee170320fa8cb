import type { PageRefreshRate } from '@binnacle/ui'
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react'

type Show = (rate: PageRefreshRate | undefined) => void

const RateContext = createContext<PageRefreshRate | undefined>(undefined)
const ShowContext = createContext<Show>(() => undefined)

/** Carries the refresh rate from the page that has one to the top bar, where it is chosen. */
export function PageRateProvider({ children }: { children: ReactNode }): ReactNode {
  const [rate, setRate] = useState<PageRefreshRate>()
  return (
    <ShowContext value={setRate}>
      <RateContext value={rate}>{children}</RateContext>
    </ShowContext>
  )
}

/** The refresh rate of the page that is shown; undefined on a page without one. */
export function usePageRate(): PageRefreshRate | undefined {
  return use(RateContext)
}

/** Lets the top bar show a refresh rate and change it, for as long as the page is shown. */
export function useShownRate({ value, rangeMilliseconds, onChange }: PageRefreshRate): void {
  const show = use(ShowContext)
  const choose = useEffectEvent(onChange)
  useEffect(() => {
    show({ value, rangeMilliseconds, onChange: (rate) => choose(rate) })
    return () => show(undefined)
  }, [show, value, rangeMilliseconds])
}
