import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import { nextNode } from './next.ts'
import type { Place } from './sizes.ts'
import { useReveal } from './zoom.tsx'

/** What a box does for the Tab key. */
export interface BoxFocus {
  /** Whether Tab reaches what is in the box. */
  isStop: boolean
  /** Whether it takes the focus, because an arrow key led to it. */
  isWanted: boolean
  onFocused: () => void
}

const controls = 'a[href], button'

/** Makes the controls in a box follow its part in the focus of the graph. */
export function useBoxFocus(
  box: RefObject<HTMLElement | null>,
  { isStop, isWanted, onFocused }: BoxFocus,
): void {
  // After each render: what is in the box comes from the area, which does not know of this.
  useLayoutEffect(() => {
    for (const control of box.current?.querySelectorAll<HTMLElement>(controls) ?? [])
      control.tabIndex = isStop ? 0 : -1
  })
  useEffect(() => {
    if (!isWanted) return
    // The picture moves to the box by itself; a scrolled container would tear boxes and lines apart.
    box.current?.querySelector<HTMLElement>(controls)?.focus({ preventScroll: true })
    onFocused()
  }, [box, isWanted, onFocused])
}

const idOf = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('.react-flow__node')?.dataset['id'] : undefined

/**
 * Makes the boxes of a graph one stop of the Tab key. Arrow keys lead from box to box, and the picture follows.
 * @param seen ids of the boxes that are elements
 * @param root the box that Tab reaches first, if it is one of them
 */
export function useGraphFocus(
  positions: ReadonlyMap<string, Place> | undefined,
  seen: readonly string[],
  root: string | undefined,
) {
  const [current, setCurrent] = useState<string>()
  const [wanted, setWanted] = useState<string>()
  const reveal = useReveal()
  const stop = [current, root].find((id) => id !== undefined && seen.includes(id)) ?? seen[0]

  function onFocus({ target }: FocusEvent<HTMLElement>): void {
    const id = idOf(target)
    if (id === undefined) return
    setCurrent(id)
    const place = positions?.get(id)
    // A press must not move what is pressed.
    if (place !== undefined && target.matches(':focus-visible')) reveal(place)
  }

  /** @returns whether the key led to a box */
  function onArrow(event: KeyboardEvent<HTMLElement>): boolean {
    const from = idOf(event.target)
    if (from === undefined || positions === undefined) return false
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false
    const next = nextNode(event.key, from, positions)
    const place = next === undefined ? undefined : positions.get(next)
    if (next === undefined || place === undefined) return false
    setCurrent(next)
    setWanted(next)
    // The box of a large graph becomes an element when it is seen.
    reveal(place)
    return true
  }

  return {
    onFocus,
    onArrow,
    of: (id: string): BoxFocus => ({
      isStop: id === stop,
      isWanted: id === wanted,
      onFocused: () => setWanted(undefined),
    }),
  }
}
