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
  /** Shows a tooltip after the delay. @param read returns the tooltip at that time; undefined for none */
  schedule: (read: () => ShownTooltip | undefined) => void
  /** Shows a tooltip at once. */
  show: (tooltip: ShownTooltip) => void
  /** Hides the tooltip after a short delay, unless it is held. */
  leave: () => void
  hold: () => void
  hide: () => void
}

export function createTooltipStore(): TooltipStore {
  const listeners = new Set<() => void>()
  let shown: ShownTooltip | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  function set(tooltip: ShownTooltip | undefined): void {
    clearTimeout(timer)
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
    schedule(read) {
      clearTimeout(timer)
      timer = setTimeout(() => set(read()), shown === undefined ? DELAY : 0)
    },
    show: set,
    leave() {
      clearTimeout(timer)
      timer = setTimeout(() => set(undefined), CLOSE_DELAY)
    },
    hold: () => clearTimeout(timer),
    hide: () => set(undefined),
  }
}
