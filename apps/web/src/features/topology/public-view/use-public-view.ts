import type { PublicView } from '@binnacle/contract/topology'
import { useEffect, useState } from 'react'
import { askView, nextDelay, type ViewOutcome } from './ask.ts'

/** What a screen knows of its view. */
export interface ViewState {
  /** The last answer; undefined before the first, and when there is no view any more. */
  view: PublicView | undefined
  /** When the last answer arrived, by the clock of this browser. */
  receivedAt: number
  /** What came of the last request; undefined before the first. */
  last: ViewOutcome['kind'] | undefined
}

const nothing: ViewState = { view: undefined, receivedAt: 0, last: undefined }

/** Asks for a view again and again, also after the server or the network was away. Another view needs another component. */
export function usePublicView(id: string, key: string): ViewState {
  const [state, setState] = useState(nothing)
  useEffect(() => {
    const ended = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isAsking = false
    let failures = 0

    async function ask(): Promise<void> {
      if (isAsking) return
      isAsking = true
      clearTimeout(timer)
      const outcome = await askView({ id, key }, ended.signal)
      isAsking = false
      if (ended.signal.aborted) return
      failures = outcome.kind === 'away' || outcome.kind === 'gone' ? failures + 1 : 0
      setState((before) => {
        if (outcome.kind === 'shown')
          return { view: outcome.view, receivedAt: Date.now(), last: outcome.kind }
        // What is withdrawn must not stay on a screen.
        return outcome.kind === 'gone'
          ? { ...nothing, last: outcome.kind }
          : { ...before, last: outcome.kind }
      })
      timer = setTimeout(
        outcome.kind === 'outdated' ? () => location.reload() : askAgain,
        nextDelay(outcome.kind, failures),
      )
    }
    const askAgain = () => void ask()
    const onVisible = () => {
      if (document.visibilityState === 'visible') askAgain()
    }
    askAgain()
    window.addEventListener('online', askAgain)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      ended.abort()
      clearTimeout(timer)
      window.removeEventListener('online', askAgain)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [id, key])
  return state
}
