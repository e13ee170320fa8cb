import { createContext, use } from 'react'

export type ToastKind = 'success' | 'error' | 'information'

/** Data of a toast besides its title and description. */
export interface ToastData {
  kind: ToastKind
  /** Server message or request id, folded until the person opens it. */
  details?: string
}

/** Options of a toast besides its title. */
interface ToastOptions {
  description?: string
  details?: string
  /** Whether it stays until the person dismisses it. */
  sticky?: boolean
  action?: { label: string; perform: () => void }
}

/** Shows and removes toasts. Each call that shows one returns its id. */
export interface Toasts {
  success: (title: string, options?: ToastOptions) => string
  error: (title: string, options?: ToastOptions) => string
  information: (title: string, options?: ToastOptions) => string
  dismiss: (id: string) => void
}

/** A request to show a toast. */
export interface ToastCall {
  id: string
  kind: ToastKind
  title: string
  options: ToastOptions
}

/** A target that shows toasts. */
export interface ToastReceiver {
  show: (call: ToastCall) => void
  dismiss: (id: string) => void
}

/** Without a provider, toasts are dropped, so that a component can be rendered alone. */
export const ToastContext = createContext<Toasts>({
  success: () => '',
  error: () => '',
  information: () => '',
  dismiss: () => undefined,
})

/** Returns the toasts of the app. Components that use it are not rendered when toasts come and go. */
export function useToast(): Toasts {
  return use(ToastContext)
}
