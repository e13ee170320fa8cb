import type { ReactNode } from 'react'

/** Milliseconds from pointing at something to its tooltip; none while another one is shown. */
const DELAY = 350
/** Milliseconds in which the pointer may reach the tooltip itself. */
const CLOSE_DELAY = 60

/** A tooltip and the element that it belongs to. */
export interface ShownTooltip {
  anchor: Element
  content: ReactNode
  side: 'top' | 'right' | 'bottom' | 'left'
  keys: string | undefined
}

/** Which tooltip is shown; one at most, whatever number of elements has one. */
export interface TooltipStore {
  subscribe: (listener: () => void) => () => void
  shown: () => ShownTooltip | undefined
  /** Shows one after the delay. @param read what to show by then; undefined for nothing */
  schedule: (read: () => ShownTooltip | undefined) => void
  /** Shows one at once. */
  show: (tooltip: ShownTooltip) => void
  /** Hides it after a moment, unless it is held. */
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
