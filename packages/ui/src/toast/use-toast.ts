import { createContext, use } from 'react'

export type ToastKind = 'success' | 'error' | 'information'

/** What a toast carries besides its title and description. */
export interface ToastData {
  kind: ToastKind
  /** The server's words, a request id: folded away until asked for. */
  details?: string
}

/** What a toast may say beyond its title. */
export interface ToastOptions {
  description?: string
  details?: string
  /** Stays until it is dismissed. */
  sticky?: boolean
  action?: { label: string; perform: () => void }
}

/** Shows and takes away toasts. Each call returns the id of the toast. */
export interface Toasts {
  success: (title: string, options?: ToastOptions) => string
  error: (title: string, options?: ToastOptions) => string
  information: (title: string, options?: ToastOptions) => string
  dismiss: (id: string) => void
}

/** One wish to show a toast. */
export interface ToastCall {
  id: string
  kind: ToastKind
  title: string
  options: ToastOptions
}

/** What shows toasts. */
export interface ToastReceiver {
  show: (call: ToastCall) => void
  dismiss: (id: string) => void
}

/** Without a provider toasts go nowhere, so that a component can be shown by itself. */
export const ToastContext = createContext<Toasts>({
  success: () => '',
  error: () => '',
  information: () => '',
  dismiss: () => undefined,
})

/** The toasts of the app. Using it costs no render when toasts come and go. */
export function useToast(): Toasts {
  return use(ToastContext)
}
