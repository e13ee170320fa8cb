import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../primitives/icon-button.tsx'
import { ShortcutLayer } from '../shortcuts/shortcuts-provider.tsx'
import { Brand } from './brand.tsx'
import { useShell } from './shell-context.ts'
import type { Href } from '../primitives/link.tsx'

/** The navigation as an overlay, for narrow screens. */
export function OverlayNavigation(props: { homeHref: Href | undefined; children: ReactNode }): ReactNode {
  const { overlayOpen, setOverlayOpen } = useShell()
  return (
    <Dialog.Root open={overlayOpen} onOpenChange={setOverlayOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim-motion fixed inset-0 z-navigation bg-scrim" />
        <Dialog.Popup
          aria-label="Navigation"
          // Close the overlay after a click on a link.
          onClick={(event) => {
            if (event.target instanceof Element && event.target.closest('a[href]')) setOverlayOpen(false)
          }}
          className="fixed inset-y-0 left-0 z-navigation flex w-(--navigation-open) max-w-[85vw] flex-col bg-canvas shadow-panel outline-none transition-[translate] duration-200 data-ending-style:-translate-x-full data-starting-style:-translate-x-full"
        >
          <ShortcutLayer>
            <div className="flex h-top-bar shrink-0 items-center justify-between px-3">
              <Brand homeHref={props.homeHref} compact={false} />
              <IconButton
                label="Close navigation"
                icon={<X className="size-4" />}
                onClick={() => setOverlayOpen(false)}
              />
            </div>
            <nav aria-label="Main" className="flex min-h-0 flex-1 flex-col">
              {props.children}
            </nav>
          </ShortcutLayer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
