import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

/** Number of items by which each key moves the focus. */
const steps: ReadonlyMap<string, number> = new Map([
  ['ArrowRight', 1],
  ['ArrowDown', 1],
  ['j', 1],
  ['ArrowLeft', -1],
  ['ArrowUp', -1],
  ['k', -1],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
])

/** Props for a container of many items: Tab reaches one item, the arrow keys reach the others. */
export interface RovingFocus<Container extends HTMLElement> {
  container: {
    ref: RefObject<Container | null>
    onFocus: (event: FocusEvent) => void
    onKeyDown: (event: KeyboardEvent) => void
  }
  /** Moves the focus from the focused item. From outside, it goes to the last focused item, or to the first. */
  move: (step: number) => void
}

/**
 * Makes many items one stop of the Tab key.
 * @param selector selects the items in the container; render each with a tabIndex of -1
 */
export function useRovingFocus<Container extends HTMLElement>(selector: string): RovingFocus<Container> {
  const ref = useRef<Container>(null)
  const items = () => [...(ref.current?.querySelectorAll<HTMLElement>(selector) ?? [])]

  // The tabIndex in the document marks the item that Tab reaches, so moving the focus renders nothing, however many
  // items there are.
  useEffect(() => {
    const all = items()
    if (!all.some((item) => item.tabIndex === 0)) all[0]?.setAttribute('tabindex', '0')
  })

  function move(step: number): void {
    const all = items()
    const from = all.findIndex((item) => item === document.activeElement)
    const entry = all.findIndex((item) => item.tabIndex === 0)
    const to = from < 0 ? Math.max(entry, 0) : Math.min(Math.max(from + step, 0), all.length - 1)
    all[to]?.focus()
  }

  return {
    container: {
      ref,
      onFocus(event) {
        const item = event.target.closest<HTMLElement>(selector)
        if (item === null) return
        for (const other of items()) if (other.tabIndex === 0) other.tabIndex = -1
        item.tabIndex = 0
      },
      onKeyDown(event) {
        const step = steps.get(event.key)
        const inside = event.target instanceof Element && event.target.matches(selector)
        if (step === undefined || !inside || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        move(step)
      },
    },
    move,
  }
}
