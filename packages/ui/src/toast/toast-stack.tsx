import { Toast as Base } from '@base-ui/react/toast'
import { Info, X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { HealthShape } from '../health/health-shape.tsx'
import type { ToastCall, ToastData, ToastKind, ToastReceiver } from './use-toast.ts'

/** Milliseconds for which a toast stays. The timer stops while the pointer or the focus is on the stack. */
const TOAST_TIMEOUT = 5_000
/** Maximum number of visible toasts; older ones disappear. */
const TOAST_LIMIT = 3

const icons: Readonly<Record<ToastKind, ReactNode>> = {
  success: <HealthShape shape="check" tone="healthy" size={16} />,
  error: <HealthShape shape="cross" tone="unhealthy" size={16} />,
  information: <Info aria-hidden="true" className="size-4 text-accent-text" />,
}

const words: Readonly<Record<ToastKind, string>> = {
  success: 'Success: ',
  error: 'Error: ',
  information: '',
}

function ToastList(): ReactNode {
  const { toasts } = Base.useToastManager<ToastData>()
  return toasts.map((toast) => {
    const kind = toast.data?.kind ?? 'information'
    const details = toast.data?.details
    return (
      <Base.Root
        key={toast.id}
        toast={toast}
        swipeDirection={['right', 'down']}
        className="pointer-events-auto translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y) rounded-panel bg-raised text-primary shadow-popup transition-[opacity,translate] duration-150 data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0"
      >
        <Base.Content className="flex items-start gap-2.5 py-2.5 pr-2 pl-3">
          <span className="mt-0.5 shrink-0">{icons[kind]}</span>
          <div className="min-w-0 flex-1">
            <Base.Title render={<p />} className="font-medium wrap-anywhere">
              <span className="sr-only">{words[kind]}</span>
              {toast.title}
            </Base.Title>
            <Base.Description className="mt-0.5 text-secondary wrap-anywhere" />
            {details !== undefined && (
              <details className="mt-1 text-small">
                <summary className="w-fit rounded-small text-secondary hover:text-primary">Details</summary>
                <pre className="mt-1 max-h-40 overflow-auto rounded-small bg-sunken p-2 whitespace-pre-wrap wrap-anywhere">
                  {details}
                </pre>
              </details>
            )}
          </div>
          <Base.Action className="h-control-small shrink-0 rounded-control px-2 text-small font-medium text-accent-text hover:bg-hover" />
          <Base.Close
            aria-label="Dismiss"
            className="flex size-6 shrink-0 items-center justify-center rounded-small text-muted hover:bg-hover hover:text-primary"
          >
            <X aria-hidden="true" className="size-3.5" />
          </Base.Close>
        </Base.Content>
      </Base.Root>
    )
  })
}

/** Adds a toast. If the same text is still visible, its timer restarts instead. */
function addTo(manager: Manager, { id, kind, title, options }: ToastCall): void {
  const { action, description, details, sticky } = options
  manager.add({
    id,
    title,
    data: { kind, ...(details !== undefined && { details }) },
    priority: kind === 'error' ? 'high' : 'low',
    description,
    timeout: sticky === true ? 0 : TOAST_TIMEOUT,
    actionProps:
      action === undefined
        ? undefined
        : {
            children: action.label,
            onClick: () => {
              action.perform()
              manager.close(id)
            },
          },
  })
}

type Manager = Pick<ReturnType<typeof Base.useToastManager<ToastData>>, 'add' | 'close'>

/** Runs the queued calls and all later ones. */
function ToastSink({ onReady }: ToastStackProps): ReactNode {
  const { add, close } = Base.useToastManager<ToastData>()
  useEffect(
    () => onReady({ show: (call) => addTo({ add, close }, call), dismiss: close }),
    [add, close, onReady],
  )
  return null
}

interface ToastStackProps {
  /** Receives the target of toasts. @returns removes it */
  onReady: (sink: ToastReceiver) => () => void
}

/** Shows toasts at the lower right and announces them. F6 moves the focus to them. */
export function ToastStack(props: ToastStackProps): ReactNode {
  return (
    <Base.Provider timeout={TOAST_TIMEOUT} limit={TOAST_LIMIT}>
      <ToastSink {...props} />
      <Base.Portal>
        {/* Above the buttons at the end of forms, which a toast must not cover. */}
        <Base.Viewport className="pointer-events-none fixed right-0 bottom-14 z-toast flex w-full max-w-96 flex-col-reverse gap-2 p-3 sm:p-4">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}
