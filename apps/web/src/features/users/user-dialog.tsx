import { preselectedRole } from '@binnacle/contract'
import { Dialog, EmptyState, KeyValueList, Skeleton, useToast } from '@binnacle/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserRoundX } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { FormDialog } from '../../application/form-dialog.tsx'
import { LoadFailure } from '../../application/load-failure.tsx'
import { messageOf } from '../../application/queries.ts'
import { useSession } from '../../application/session.ts'
import { fullName, updateUser, type User, userQuery } from './queries.ts'
import { roleLabel, Roles } from '../../application/roles.tsx'
import { UserForm } from './user-form.tsx'

/** One user: to change for those who may, to read for others. */
export function UserDialog(props: { id: string; onClose: () => void }): ReactNode {
  const session = useSession()
  const user = useQuery(userQuery(props.id))
  if (user.data !== undefined && user.data !== null)
    return session.may('write', 'identities') ? (
      <EditUser user={user.data} onClose={props.onClose} />
    ) : (
      <ReadUser user={user.data} onClose={props.onClose} />
    )
  return (
    <Dialog open onClose={props.onClose} title="User">
      {user.isPending && <Skeleton className="h-56 w-full" />}
      {user.data === null && (
        <EmptyState title="No such user" icon={<UserRoundX strokeWidth={1.5} />} compact>
          There is nobody with this id. They may have been removed.
        </EmptyState>
      )}
      {user.error !== null && <LoadFailure compact error={user.error} asked={[user]} />}
    </Dialog>
  )
}

function ReadUser({ user, onClose }: { user: User; onClose: () => void }): ReactNode {
  return (
    <Dialog open onClose={onClose} title={fullName(user)}>
      <KeyValueList
        items={[
          { label: 'Email', value: user.email },
          { label: 'Roles', value: <Roles roles={user.roles} /> },
          { label: 'State', value: user.state === 'active' ? 'Active' : 'Inactive' },
        ]}
      />
    </Dialog>
  )
}

function EditUser({ user, onClose }: { user: User; onClose: () => void }): ReactNode {
  const id = useId()
  const session = useSession()
  const toast = useToast()
  const queries = useQueryClient()
  const [dirty, setDirty] = useState(false)
  // Someone else may change the person meanwhile: what is typed here must not go for that.
  const [defaults] = useState(() => ({
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    role: preselectedRole(user.roles),
    active: user.state === 'active',
  }))
  const update = useMutation({
    mutationFn: updateUser,
    onError: (error) => toast.error(messageOf(error)),
    onSuccess: ({ name }) => toast.success(`${name.first} ${name.last} updated successfully`),
    onSettled: () => queries.invalidateQueries({ queryKey: ['people'] }),
  })
  return (
    <FormDialog
      onClose={onClose}
      dirty={dirty}
      title={`Edit ${fullName(user)}`}
      formId={id}
      submitLabel="Update"
      sending={update.isPending}
    >
      <UserForm
        id={id}
        name={`user ${user.id}`}
        defaults={defaults}
        showActive
        roleHelp={
          user.roles.length > 1
            ? `Takes the place of all roles that they hold: ${user.roles.map(roleLabel).join(', ')}.`
            : undefined
        }
        activeReason={user.id === session.id ? 'You cannot deactivate yourself.' : undefined}
        onDirtyChange={setDirty}
        onSubmit={async (values) => {
          await update.mutateAsync({ ...values, id: user.id })
          onClose()
        }}
      />
    </FormDialog>
  )
}
