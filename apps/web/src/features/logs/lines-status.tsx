import { Skeleton } from '@binnacle/ui'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { LiveLines } from './live-lines.ts'

/** The lines of a tail as they are now. */
export const useLive = (live: LiveLines) => useSyncExternalStore(live.subscribe, live.state)

/** Milliseconds after which a search that is not answered is said to be slow. */
const SLOW = 3_000

/** Stands where the lines will be, and says so if the backend takes long. */
export function LoadingLines(): ReactNode {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <p role="status" className="text-secondary">
        {isSlow &&
          'The log backend has not answered yet. The search ends with an error if it takes too long.'}
      </p>
      <Skeleton className="min-h-64 w-full flex-1" />
    </>
  )
}

/** How many lines are shown, and how the tail is. */
export function Status(props: {
  live: LiveLines
  isLive: boolean
  isOpen: boolean
  isSearching: boolean
  /** How many lines the search found; undefined where it has no answer. */
  searched: number | undefined
}): ReactNode {
  const { live, isLive, isOpen, isSearching, searched } = props
  const { count, dropped } = useLive(live)
  return (
    <p
      role="status"
      className="order-last min-w-0 basis-full text-small text-secondary sm:order-none sm:flex-1 sm:basis-0"
    >
      {searched === undefined && !isLive
        ? isSearching && 'Searching'
        : statusText({ isLive, isOpen, shown: (searched ?? 0) + (isLive ? count : 0), dropped })}
    </p>
  )
}

function statusText(state: { isLive: boolean; isOpen: boolean; shown: number; dropped: number }): string {
  const lines = `${state.shown.toLocaleString('en')} ${state.shown === 1 ? 'line' : 'lines'}`
  if (!state.isLive) return lines
  const lost = state.dropped > 0 ? ` · ${state.dropped.toLocaleString('en')} older ones let go` : ''
  return `${state.isOpen ? 'Live' : 'Connecting'} · ${lines}${lost}`
}
