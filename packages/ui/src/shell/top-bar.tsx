import { Menu as MenuIcon, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../primitives/icon-button.tsx'
import { Kbd } from '../primitives/kbd.tsx'
import { useShell } from './shell-context.ts'

/**
 * The bar above the page. On narrow screens it begins with the button that opens the navigation.
 * @param props.children content at the left, such as a SearchTrigger
 * @param props.end content at the right: LiveControl, notifications, UserMenu
 */
export function TopBar(props: { children?: ReactNode; end?: ReactNode }): ReactNode {
  const { overlay, overlayOpen, setOverlayOpen } = useShell()
  return (
    <header className="flex h-top-bar shrink-0 items-center gap-2 border-b border-line bg-canvas px-3 sm:px-4">
      {overlay && (
        <IconButton
          label="Open navigation"
          icon={<MenuIcon className="size-4" />}
          aria-expanded={overlayOpen}
          onClick={() => setOverlayOpen(true)}
          className="-ml-1"
        />
      )}
      <div className="flex min-w-0 flex-1 items-center gap-2">{props.children}</div>
      {props.end !== undefined && <div className="flex shrink-0 items-center gap-1.5">{props.end}</div>}
    </header>
  )
}

/** A button that looks like a search field and opens the command palette. */
export function SearchTrigger(props: { onClick: () => void }): ReactNode {
  return (
    <button
      type="button"
      onClick={props.onClick}
      aria-haspopup="dialog"
      className="flex h-control w-full max-w-72 min-w-0 items-center gap-2 rounded-control border border-line-strong bg-surface px-2 text-muted select-none hover:border-line-control hover:text-secondary"
    >
      <Search aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="min-w-0 flex-1 truncate text-left max-sm:hidden">Search or jump to…</span>
      <span className="min-w-0 flex-1 truncate text-left sm:hidden">Search</span>
      <Kbd keys="mod+k" className="max-sm:hidden" />
    </button>
  )
}
