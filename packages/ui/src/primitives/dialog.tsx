import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { ShortcutLayer } from '../shortcuts/shortcuts-provider.tsx'
import { classNames } from '../utilities/class-names.ts'
import { placeOfFocus } from '../utilities/place-of-focus.ts'
import { useCloseGuard } from './close-guard.ts'
import { DiscardQuestion } from './discard-question.tsx'
import { IconButton } from './icon-button.tsx'

const sizeClass = {
  small: 'max-w-md',
  medium: 'max-w-xl',
  large: 'max-w-4xl',
  full: 'h-full max-w-none',
} as const

/** Props of a dialog. */
export interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  size?: keyof typeof sizeClass
  /** Whether there are unsaved changes, so that every way to close asks first. */
  dirty?: boolean
  /** Buttons at the lower right, the main one last. */
  footer?: ReactNode
  /** Element that gets the focus first. Default: the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

const control =
  'input:not([type=hidden], :disabled), select, textarea, button:not(:disabled), a[href], [tabindex="0"]'
const field = ':is(input:not([type=hidden], :disabled), select, textarea):not([readonly])'

/**
 * Returns the first control for the initial focus. Skips the close button, and views and read-only fields if there is
 * an editable one. Of views alone, it is the chosen one. Of radio buttons, it is the chosen one, as with Tab.
 */
function firstControl(body: HTMLElement | null): HTMLElement | null {
  const first = body?.querySelector<HTMLElement>(control) ?? null
  if (first instanceof HTMLInputElement && first.type === 'radio')
    return body?.querySelector<HTMLElement>(`[name="${CSS.escape(first.name)}"]:checked`) ?? first
  if (first?.matches('[readonly], a[role=tab]') !== true) return first
  const chosen = first.matches('[readonly]')
    ? first
    : body?.querySelector<HTMLElement>('[aria-selected=true]')
  return body?.querySelector<HTMLElement>(field) ?? chosen ?? first
}

/** A modal dialog. It traps the focus and restores it afterwards; Escape and a click outside close it. */
export function Dialog(props: DialogProps): ReactNode {
  const guard = useCloseGuard(props.dirty ?? false, props.onClose)
  const popup = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const restore = useRef<() => boolean>(undefined)
  return (
    <Base.Root open={props.open} onOpenChange={(open) => !open && guard.request()}>
      <Base.Portal>
        {/* Above another dialog too, which otherwise looks like a part of this one. */}
        <Base.Backdrop forceRender className="scrim-motion fixed inset-0 z-dialog bg-scrim" />
        <Base.Viewport className="fixed inset-0 z-dialog flex items-center justify-center p-4 sm:p-6">
          <Base.Popup
            ref={popup}
            initialFocus={() => {
              restore.current = placeOfFocus()
              return props.initialFocus?.current ?? firstControl(body.current) ?? popup.current
            }}
            finalFocus={() => restore.current?.() ?? true}
            className={classNames(
              'popup-motion flex max-h-full w-full flex-col rounded-dialog bg-raised text-primary shadow-panel outline-none',
              sizeClass[props.size ?? 'medium'],
            )}
          >
            <ShortcutLayer>
              <div className="flex items-start gap-3 border-b border-line px-5 py-3.5">
                <div className="min-w-0 flex-1">
                  <Base.Title className="text-lead font-semibold wrap-anywhere">{props.title}</Base.Title>
                  {props.description !== undefined && (
                    <Base.Description className="mt-0.5 text-secondary">{props.description}</Base.Description>
                  )}
                </div>
                <IconButton
                  label="Close"
                  icon={<X className="size-4" />}
                  onClick={guard.request}
                  keys="Escape"
                />
              </div>
              <div ref={body} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4">
                {props.children}
              </div>
              {props.footer !== undefined && (
                <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
                  {props.footer}
                </div>
              )}
              <DiscardQuestion guard={guard} />
            </ShortcutLayer>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
