import type { ReactNode } from 'react'
import type { CloseGuard } from './close-guard.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** The question a dialog or drawer asks before it throws changes away. */
export function DiscardQuestion({ guard }: { guard: CloseGuard }): ReactNode {
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
