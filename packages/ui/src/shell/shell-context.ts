import { createContext, use } from 'react'

/** State of the app's frame. */
export interface ShellState {
  /** Whether the navigation is reduced to icons. Never true for an overlay. */
  collapsed: boolean
  toggleCollapsed: () => void
  /** Whether the screen is narrow, so that the navigation is an overlay. */
  overlay: boolean
  overlayOpen: boolean
  setOverlayOpen: (open: boolean) => void
}

export const ShellContext = createContext<ShellState>({
  collapsed: false,
  toggleCollapsed: () => undefined,
  overlay: false,
  overlayOpen: false,
  setOverlayOpen: () => undefined,
})

/** Returns the state of the surrounding frame. */
export function useShell(): ShellState {
  return use(ShellContext)
}
