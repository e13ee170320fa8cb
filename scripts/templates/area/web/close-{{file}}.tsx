import { ConfirmDialog } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { useChange } from '../../application/resource/use-change.ts'
import { close{{Type}} } from './queries.ts'

/** Asks before it closes a {{words}}. */
export function Close{{Type}}({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const close = useChange({
    run: () => close{{Type}}(id),
    success: 'The {{words}} is closed',
    keys: [['{{table}}']],
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => close.mutateAsync()}
      title="Close this {{words}}?"
      confirmLabel="Close {{words}}"
      danger={false}
    >
      It stays in the list as closed.
    </ConfirmDialog>
  )
}
