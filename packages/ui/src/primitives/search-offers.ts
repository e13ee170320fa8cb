import { useEffect, useRef, useState } from 'react'
import { useLive } from '../utilities/live-ref.ts'

/** Suggestions that replace the characters of a text from `from` up to `to`. */
export interface SearchOffers {
  from: number
  to: number
  offers: readonly { text: string; help: string }[]
}

/** Returns suggestions at a position of a text. @param at number of characters before the position */
export type OffersAt = (text: string, at: number, signal: AbortSignal) => Promise<SearchOffers>

/** Milliseconds after the last keystroke before suggestions are requested. */
const OFFER_DELAY = 120

/** State of the suggestions of a field. */
export interface OfferList {
  found: SearchOffers | undefined
  /** Index of the selected suggestion; -1 for none, so that Enter searches. */
  active: number
  /** Requests suggestions at a position, which replace the current ones. */
  ask: (text: string, at: number) => void
  move: (step: 1 | -1) => void
  close: () => void
}

/** Keeps the suggestions of a field. Without `offersAt`, or if the request fails, it has no suggestions. */
export function useOffers(offersAt: OffersAt | undefined): OfferList {
  const [found, setFound] = useState<SearchOffers>()
  const [active, setActive] = useState(-1)
  const request = useRef<AbortController>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const live = useLive(offersAt)

  function close(): void {
    clearTimeout(timer.current)
    request.current?.abort()
    setFound(undefined)
    setActive(-1)
  }

  async function load(text: string, at: number): Promise<void> {
    const controller = new AbortController()
    request.current = controller
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
      request.current?.abort()
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
      request.current?.abort()
      timer.current = setTimeout(() => void load(text, at), OFFER_DELAY)
    },
    move(step) {
      const count = found?.offers.length ?? 0
      // The arrow keys move through the suggestions and the field itself.
      setActive((place) => ((place + 1 + step + count + 1) % (count + 1)) - 1)
    },
  }
}
