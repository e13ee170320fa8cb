import { ConfirmDialog, useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { deleteCanary } from './queries.ts'

/**
 * Asks before a health check is deleted, and says what goes with it.
 * @param props.checks how many checks it has; undefined where that is not known
 */
export function DeleteCanary(props: {
  id: string
  name: string
  checks: number | undefined
  onClose: () => void
  onDeleted?: () => void
}): ReactNode {
  const { id, name, checks } = props
  const toast = useToast()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteCanary(id),
    onSuccess: () => {
      toast.success(`${name} deleted successfully`)
      props.onDeleted?.()
      void queries.invalidateQueries({ queryKey: ['canaries'] })
      void queries.invalidateQueries({ queryKey: ['checks'] })
    },
  })
  return (
    <ConfirmDialog
      open
      onClose={props.onClose}
      onConfirm={() => remove.mutateAsync()}
      title={`Delete ${name}?`}
      confirmLabel="Delete health check"
      consequences={checks === undefined ? [] : [checks === 1 ? '1 check' : `${checks} checks`]}
    >
      Its checks stop at once. Their history goes after seven days.
    </ConfirmDialog>
  )
}
