import { useEffect, useRef, useState } from 'react'
import { useLive } from '../utilities/live-ref.ts'

/** Milliseconds without a keystroke after which a search is sent. */
const SEARCH_DELAY = 400

/** The text of a search that the person is typing. */
export interface SearchDraft {
  text: string
  type: (text: string) => void
  /** Searches at once. */
  flush: () => void
  clear: () => void
}

/**
 * Keeps the typed text separate from the last search, so that a late answer never removes typed characters. A value
 * from outside replaces the draft unless this draft sent it.
 * @param value the last search, for example from the address
 * @param onSearch called `delay` milliseconds after the last keystroke
 */
export function useSearchDraft(
  value: string,
  onSearch: (text: string) => void,
  delay = SEARCH_DELAY,
): SearchDraft {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  if (value !== seen) {
    setSeen(value)
    if (value !== sent) {
      setText(value)
      setSent(value)
    }
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  const live = useLive({ text, value, onSearch })
  function send(next: string): void {
    clearTimeout(timer.current)
    setSent(next)
    if (next !== live.current.value) live.current.onSearch(next)
  }

  return {
    text,
    type(next) {
      setText(next)
      clearTimeout(timer.current)
      // A value from outside may have replaced the draft while the timer ran.
      timer.current = setTimeout(() => live.current.text === next && send(next), delay)
    },
    flush: () => send(text),
    clear() {
      setText('')
      send('')
    },
  }
}
