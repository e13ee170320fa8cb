import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { ShortcutLayer } from '../shortcuts/shortcuts-provider.tsx'
import { classNames } from '../utilities/class-names.ts'
import { useCloseGuard } from './close-guard.ts'
import { DiscardQuestion } from './discard-question.tsx'
import { IconButton } from './icon-button.tsx'

const sizeClass = {
  small: 'md:w-96',
  medium: 'md:w-[35rem]',
  large: 'md:w-[54rem]',
  full: 'md:w-[calc(100vw-5rem)]',
} as const

/** Props of a drawer. */
export interface DrawerProps {
  open: boolean
  onClose: () => void
  /** Accessible name, also the heading unless `heading` is given. */
  title: string
  /** Custom heading, for example with an icon and a badge. */
  heading?: ReactNode
  /** A line beneath the heading. */
  subtitle?: ReactNode
  /** Buttons beside the heading. */
  actions?: ReactNode
  size?: keyof typeof sizeClass
  /** If false, the page beside the panel stays usable, and only Escape and the close button close the panel. */
  modal?: boolean
  /** Whether there are unsaved changes, so that every way to close asks first. */
  dirty?: boolean
  footer?: ReactNode
  children: ReactNode
}

/** A panel at the right edge that shows one item while the list stays visible. On phones it fills the screen. */
export function Drawer(props: DrawerProps): ReactNode {
  const guard = useCloseGuard(props.dirty ?? false, props.onClose)
  const popup = useRef<HTMLDivElement>(null)
  const modal = props.modal ?? true
  const panel = (
    <>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-line py-3 pr-3 pl-4 md:pl-5">
        <div className="min-w-0 flex-1">
          <Base.Title
            className={props.heading === undefined ? 'text-lead font-semibold wrap-anywhere' : 'sr-only'}
          >
            {props.title}
          </Base.Title>
          {props.heading}
          {props.subtitle !== undefined && <div className="mt-0.5 text-secondary">{props.subtitle}</div>}
        </div>
        {props.actions !== undefined && (
          <div className="flex flex-wrap items-center gap-1 max-md:order-last max-md:basis-full">
            {props.actions}
          </div>
        )}
        <IconButton label="Close" icon={<X className="size-4" />} onClick={guard.request} keys="Escape" />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{props.children}</div>
      {props.footer !== undefined && (
        <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3 md:px-5">
          {props.footer}
        </div>
      )}
      <DiscardQuestion guard={guard} />
    </>
  )
  return (
    <Base.Root
      open={props.open}
      onOpenChange={(open) => !open && guard.request()}
      modal={modal}
      disablePointerDismissal={!modal}
    >
      <Base.Portal>
        {modal && <Base.Backdrop className="scrim-motion fixed inset-0 z-drawer bg-scrim/60" />}
        <Base.Popup
          ref={popup}
          // Focus the panel itself: its first control is rarely what people opened it for.
          initialFocus={popup}
          className={classNames(
            'drawer-motion fixed inset-y-0 right-0 z-drawer flex w-full max-w-full flex-col md:max-w-[calc(100vw-3rem)] bg-surface text-primary shadow-panel outline-none',
            sizeClass[props.size ?? 'medium'],
          )}
        >
          {modal ? <ShortcutLayer letsThrough>{panel}</ShortcutLayer> : panel}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
