import { useEffect, useRef, useState } from 'react'
import { useLive } from '../utilities/live-ref.ts'

/** What can be put in the place of the characters of a text from `from` up to `to`. */
export interface SearchOffers {
  from: number
  to: number
  offers: readonly { text: string; help: string }[]
}

/** Finds what can stand at a place of a text. @param at how many characters stand before the place */
export type OffersAt = (text: string, at: number, signal: AbortSignal) => Promise<SearchOffers>

/** Milliseconds without a keystroke after which offers are asked for. */
const OFFER_DELAY = 120

/** Offers for the text of a field while someone types in it. */
export interface OfferList {
  found: SearchOffers | undefined
  /** Which offer the arrow keys have reached; -1 for none, so that Enter searches. */
  active: number
  /** Asks for the offers at a place, in place of those that are shown. */
  ask: (text: string, at: number) => void
  move: (step: 1 | -1) => void
  close: () => void
}

/** Keeps the offers of a field; without `offersAt` there are none. What cannot be loaded is not offered. */
export function useOffers(offersAt: OffersAt | undefined): OfferList {
  const [found, setFound] = useState<SearchOffers>()
  const [active, setActive] = useState(-1)
  const asked = useRef<AbortController>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const live = useLive(offersAt)

  function close(): void {
    clearTimeout(timer.current)
    asked.current?.abort()
    setFound(undefined)
    setActive(-1)
  }

  async function load(text: string, at: number): Promise<void> {
    const controller = new AbortController()
    asked.current = controller
    try {
      const offers = await live.current?.(text, at, controller.signal)
      if (controller.signal.aborted) return
      setFound(offers?.offers.length === 0 ? undefined : offers)
    } catch {
      if (!controller.signal.aborted) setFound(undefined)
    }
    setActive(-1)
  }

  useEffect(
    () => () => {
      clearTimeout(timer.current)
      asked.current?.abort()
    },
    [],
  )

  return {
    found,
    active,
    close,
    ask(text, at) {
      if (live.current === undefined) return
      clearTimeout(timer.current)
      asked.current?.abort()
      timer.current = setTimeout(() => void load(text, at), OFFER_DELAY)
    },
    move(step) {
      const count = found?.offers.length ?? 0
      // One more place than there are offers: the field itself.
      setActive((place) => ((place + 1 + step + count + 1) % (count + 1)) - 1)
    },
  }
}
