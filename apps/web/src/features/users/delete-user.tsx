import { ConfirmDialog, useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { deleteUser, fullName, type User } from './queries.ts'

/** Asks before a user is removed, and removes them. */
export function DeleteUser({ user, onClose }: { user: User; onClose: () => void }): ReactNode {
  const toast = useToast()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteUser(user.id),
    onSuccess: () => toast.success('user deleted successfully'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['people'] }),
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => remove.mutateAsync().then(() => undefined)}
      title={`Delete ${fullName(user)}?`}
      confirmLabel="Delete user"
      consequences={['their roles and memberships in teams', 'their sessions and access tokens']}
    >
      {`${user.email} can no longer sign in. What they did keeps their name.`}
    </ConfirmDialog>
  )
}
