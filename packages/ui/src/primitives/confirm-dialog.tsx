import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { ShortcutLayer } from '../shortcuts/shortcuts-provider.tsx'
import { placeOfFocus } from '../utilities/place-of-focus.ts'
import { Button } from './button.tsx'
import { Input } from './input.tsx'

/** Props of a confirmation. */
export interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  /** Runs the action. The dialog waits for it, and shows the reason if it rejects. */
  onConfirm: () => void | Promise<void>
  /** The question, for example `Delete check “checkout”?` */
  title: string
  /** The effect, in a sentence. */
  children?: ReactNode
  /** What else the action removes, one line each, for example `14 days of history`. */
  consequences?: readonly string[]
  /** Verb of the action. Never `OK`. */
  confirmLabel: string
  cancelLabel?: string
  /** Name that the person must type to confirm, for actions that also remove other things. */
  typedName?: string
  /** Whether the button is red. Default: true. */
  danger?: boolean
}

/**
 * Asks before an irreversible action. The focus starts on Cancel, never on the action. It returns to the previous
 * element; if the action removed that, to the line of the list that follows.
 */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const cancel = useRef<HTMLButtonElement>(null)
  const restore = useRef<() => boolean>(undefined)
  return (
    <Base.Root open={props.open} onOpenChange={(open) => !open && props.onClose()}>
      <Base.Portal>
        {/* Above another dialog too, which otherwise looks like a part of this one. */}
        <Base.Backdrop forceRender className="scrim-motion fixed inset-0 z-dialog bg-scrim" />
        <Base.Viewport className="fixed inset-0 z-dialog flex items-center justify-center p-4">
          <Base.Popup
            initialFocus={() => {
              restore.current = placeOfFocus()
              return cancel.current
            }}
            finalFocus={() => restore.current?.() ?? true}
            className="popup-motion max-h-full w-full max-w-md overflow-y-auto rounded-dialog bg-raised p-5 text-primary shadow-panel outline-none"
          >
            <ShortcutLayer>
              <Base.Title className="text-lead font-semibold wrap-anywhere">{props.title}</Base.Title>
              <Base.Description render={<div />} className="mt-2 text-secondary">
                {props.children}
                {props.consequences !== undefined && props.consequences.length > 0 && (
                  <>
                    <p className="mt-2">This also removes:</p>
                    <ul className="mt-1 list-disc pl-5 marker:text-muted">
                      {props.consequences.map((consequence) => (
                        <li key={consequence}>{consequence}</li>
                      ))}
                    </ul>
                  </>
                )}
              </Base.Description>
              <ConfirmActions {...props} cancelRef={cancel} />
            </ShortcutLayer>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** A separate component, so that closing the dialog resets the typed name and the failure. */
function ConfirmActions({
  cancelRef,
  ...props
}: ConfirmDialogProps & { cancelRef: RefObject<HTMLButtonElement | null> }): ReactNode {
  const [typed, setTyped] = useState('')
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<string>()
  const inputId = useId()

  async function run(): Promise<void> {
    setRunning(true)
    setFailure(undefined)
    try {
      await props.onConfirm()
      props.onClose()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setRunning(false)
    }
  }

  return (
    <>
      {props.typedName !== undefined && (
        <div className="mt-4 flex flex-col gap-1">
          <label htmlFor={inputId} className="text-small text-secondary">
            Type <strong className="font-mono font-medium text-primary">{props.typedName}</strong> to confirm
          </label>
          <Input
            id={inputId}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      )}
      {failure !== undefined && (
        <p role="alert" className="mt-3 text-unhealthy">
          {failure}
        </p>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button ref={cancelRef} onClick={props.onClose}>
          {props.cancelLabel ?? 'Cancel'}
        </Button>
        <Button
          variant={props.danger === false ? 'primary' : 'danger'}
          loading={running}
          disabled={props.typedName !== undefined && typed !== props.typedName}
          onClick={() => void run()}
        >
          {props.confirmLabel}
        </Button>
      </div>
    </>
  )
}
