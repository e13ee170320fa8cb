import { createContext, use } from 'react'

/** How the frame of the app stands now. */
export interface ShellState {
  /** Whether the left navigation is a strip of icons. Never while it is an overlay. */
  collapsed: boolean
  toggleCollapsed: () => void
  /** Whether the screen is so narrow that the navigation is an overlay. */
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

/** The frame of the app around this component. */
export function useShell(): ShellState {
  return use(ShellContext)
}
