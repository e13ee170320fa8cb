import { createContext, type ReactNode, use, useState, useSyncExternalStore } from 'react'
import { type Clock, systemClock } from './clock.ts'
import { createTicker, type Ticker } from './ticker.ts'

interface Tickers {
  second: Ticker
  minute: Ticker
}

function createTickers(clock: Clock): Tickers {
  return { second: createTicker(clock, 1_000), minute: createTicker(clock, 60_000) }
}

const ClockContext = createContext<Tickers>(createTickers(systemClock))

/** Sets the clock of everything below it. Needed only if time must stand still. */
export function ClockProvider(props: { clock: Clock; children: ReactNode }): ReactNode {
  const [tickers] = useState(() => createTickers(props.clock))
  return <ClockContext value={tickers}>{props.children}</ClockContext>
}

/**
 * Returns the current time in milliseconds since 1970, updated every second or every minute. All users of a step
 * share one timer.
 * @param step how often the caller needs an update
 */
export function useNow(step: 'second' | 'minute'): number {
  const ticker = use(ClockContext)[step]
  return useSyncExternalStore(ticker.subscribe, ticker.now, ticker.now)
}
