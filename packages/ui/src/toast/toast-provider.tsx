import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ToastContext, type ToastCall, type ToastKind, type ToastReceiver, type Toasts } from './use-toast.ts'
import { patiently } from '../utilities/patiently.ts'

const ToastStack = lazy(async () => {
  const { ToastStack: component } = await patiently(() => import('../primitives/popups.ts'))
  return { default: component }
})

/** Queues toasts until the code that shows them has loaded, then forwards them. */
function createToasts(): { toasts: Toasts; onReady: (sink: ToastReceiver) => () => void } {
  let waiting: readonly ToastCall[] = []
  let receiver: ToastReceiver | undefined
  const show =
    (kind: ToastKind): Toasts[ToastKind] =>
    (title, options = {}) => {
      const call = { id: `${kind}: ${title}: ${options.description ?? ''}`, kind, title, options }
      if (receiver === undefined) waiting = [...waiting, call]
      else receiver.show(call)
      return call.id
    }
  return {
    toasts: {
      success: show('success'),
      error: show('error'),
      information: show('information'),
      dismiss(id) {
        waiting = waiting.filter((call) => call.id !== id)
        receiver?.dismiss(id)
      },
    },
    onReady(sink) {
      receiver = sink
      for (const call of waiting) sink.show(call)
      waiting = []
      return () => {
        receiver = undefined
      }
    },
  }
}

/**
 * Provides and shows the toasts. The context value never changes, so components that show toasts are not rendered
 * with them.
 */
export function ToastProvider(props: { children: ReactNode }): ReactNode {
  const [{ toasts, onReady }] = useState(createToasts)
  return (
    <ToastContext value={toasts}>
      {props.children}
      <Suspense>
        <ToastStack onReady={onReady} />
      </Suspense>
    </ToastContext>
  )
}
