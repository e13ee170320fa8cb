import { useState } from 'react'

/** Guard against closing with unsaved changes. */
export interface CloseGuard {
  /** Whether the question is open. */
  asking: boolean
  /** Closes at once, or asks first if there are unsaved changes. */
  request: () => void
  confirm: () => void
  cancel: () => void
}

/** Creates a guard that asks before unsaved changes are lost. */
export function useCloseGuard(dirty: boolean, onClose: () => void): CloseGuard {
  const [asking, setAsking] = useState(false)
  return {
    asking,
    request: () => (dirty ? setAsking(true) : onClose()),
    confirm: () => {
      setAsking(false)
      onClose()
    },
    cancel: () => setAsking(false),
  }
}
