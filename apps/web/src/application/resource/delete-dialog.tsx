import { ConfirmDialog, useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Removal } from './resource.ts'

/** Dialog that names the consequences of a deletion and then deletes. */
export function DeleteDialog<Thing>(props: {
  removal: Removal<Thing>
  thing: Thing
  onClose: () => void
  onDeleted?: () => void
}): ReactNode {
  const { removal, thing } = props
  const toast = useToast()
  const queries = useQueryClient()
  const name = removal.nameOf(thing)
  const mutation = useMutation({
    mutationFn: () => removal.remove(thing),
    onSuccess: () => {
      toast.success(removal.done ?? `${name} deleted successfully`)
      props.onDeleted?.()
    },
    onSettled: () => {
      for (const topic of removal.topics) void queries.invalidateQueries({ queryKey: [topic] })
    },
  })
  return (
    <ConfirmDialog
      open
      onClose={props.onClose}
      onConfirm={() => mutation.mutateAsync().then(() => undefined)}
      title={`Delete ${name}?`}
      confirmLabel={removal.label}
      consequences={removal.consequences?.(thing) ?? []}
    >
      {removal.explain(thing)}
    </ConfirmDialog>
  )
}
