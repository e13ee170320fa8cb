import { ConfirmDialog, useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { deleteConnection } from './queries.ts'

/** Asks before a connection is deleted. */
export function DeleteConnection(props: {
  connection: { id: string; name: string }
  onClose: () => void
  onDeleted: () => void
}): ReactNode {
  const { id, name } = props.connection
  const toast = useToast()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteConnection(id),
    onSuccess: () => {
      toast.success('Connection deleted successfully')
      props.onDeleted()
      return queries.invalidateQueries({ queryKey: ['connections', 'list'] })
    },
  })
  return (
    <ConfirmDialog
      open
      onClose={props.onClose}
      onConfirm={() => remove.mutateAsync()}
      title={`Delete ${name}?`}
      confirmLabel="Delete connection"
    >
      Checks that name it cannot run until they name another one.
    </ConfirmDialog>
  )
}
