import { useState } from 'react'

/** Stands between a wish to close and the closing. */
export interface CloseGuard {
  /** Whether the person is being asked now. */
  asking: boolean
  /** Closes at once, or asks first when there are changes that would be lost. */
  request: () => void
  confirm: () => void
  cancel: () => void
}

/** Asks before changes are thrown away. */
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
