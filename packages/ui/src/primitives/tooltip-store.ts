import type { ReactNode } from 'react'

/** Milliseconds from hover to tooltip; no delay while another tooltip is shown. */
const DELAY = 350
/** Milliseconds within which the pointer may move to the tooltip itself. */
const CLOSE_DELAY = 60

/** A tooltip with its element. */
export interface ShownTooltip {
  anchor: Element
  content: ReactNode
  side: 'top' | 'right' | 'bottom' | 'left'
  keys: string | undefined
}

/** The visible tooltip. There is at most one, however many elements have one. */
export interface TooltipStore {
  subscribe: (listener: () => void) => () => void
  shown: () => ShownTooltip | undefined
  /** Shows the tooltip of an element after the delay. @param read returns the tooltip at that time; undefined for none */
  schedule: (anchor: Element, read: () => ShownTooltip | undefined) => void
  /** Shows a tooltip at once. */
  show: (tooltip: ShownTooltip) => void
  /**
   * Hides the tooltip of an element after a short delay, unless it is held. The tooltip of another element stays: the
   * page may move below a resting pointer while the keyboard shows a tooltip.
   */
  leave: (anchor: Element) => void
  hold: () => void
  /** Hides the tooltip of an element at once, and does not show one that was scheduled for it. */
  hide: (anchor: Element) => void
}

export function createTooltipStore(): TooltipStore {
  const listeners = new Set<() => void>()
  let shown: ShownTooltip | undefined
  let opening: { anchor: Element; timer: ReturnType<typeof setTimeout> } | undefined
  let closing: ReturnType<typeof setTimeout> | undefined
  function cancelOpening(): void {
    clearTimeout(opening?.timer)
    opening = undefined
  }
  function set(tooltip: ShownTooltip | undefined): void {
    cancelOpening()
    clearTimeout(closing)
    if (tooltip === shown) return
    shown = tooltip
    for (const listener of listeners) listener()
  }
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    shown: () => shown,
    schedule(anchor, read) {
      cancelOpening()
      opening = { anchor, timer: setTimeout(() => set(read()), shown === undefined ? DELAY : 0) }
    },
    show: set,
    leave(anchor) {
      if (opening?.anchor === anchor) cancelOpening()
      if (shown?.anchor !== anchor) return
      clearTimeout(closing)
      closing = setTimeout(() => set(undefined), CLOSE_DELAY)
    },
    hold() {
      cancelOpening()
      clearTimeout(closing)
    },
    hide(anchor) {
      if (opening?.anchor === anchor) cancelOpening()
      if (shown?.anchor === anchor) set(undefined)
    },
  }
}
