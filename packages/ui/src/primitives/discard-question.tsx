import type { ReactNode } from 'react'
import type { CloseGuard } from './close-guard.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Question whether to discard unsaved changes. */
export function DiscardQuestion({ guard }: { guard: Omit<CloseGuard, 'request'> }): ReactNode {
  return (
    <ConfirmDialog
      open={guard.asking}
      onClose={guard.cancel}
      onConfirm={guard.confirm}
      title="Discard your changes?"
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
    >
      What you entered here has not been saved.
    </ConfirmDialog>
  )
}
