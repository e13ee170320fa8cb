import { featureOfProperty, featureTitle, type Property } from '@binnacle/contract'
import { ConfirmDialog, useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { deleteFlag } from './queries.ts'

/** Asks before a flag is removed, and removes it. */
export function DeleteFlag({ flag, onClose }: { flag: Property; onClose: () => void }): ReactNode {
  const toast = useToast()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteFlag(flag.name),
    onSuccess: () => toast.success('Feature flag removed successfully'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['properties'] }),
  })
  const feature = flag.value === 'true' ? featureOfProperty(flag.name) : undefined
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => remove.mutateAsync()}
      title={`Delete ${flag.name}?`}
      confirmLabel="Delete flag"
    >
      {feature === undefined
        ? 'What reads this property uses its default again.'
        : `${featureTitle(feature)} is switched on again for everybody.`}
    </ConfirmDialog>
  )
}
