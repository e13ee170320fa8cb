import { preselectedRole } from '@binnacle/contract/people'
import { Dialog, KeyValueList, useToast } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { UserRoundX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { EntryDialog } from '../../application/resource/entry-dialog.tsx'
import { DialogState } from '../../application/resource/query-states.tsx'
import { useEntryForm } from '../../application/resource/use-entry-form.ts'
import { useSession } from '../../application/session/session.ts'
import { fullName, updateUser, type User, userQuery } from './queries.ts'
import { roleLabel, Roles } from '../../application/session/roles.tsx'
import { userEntry, UserFields, userNames } from './user-form.tsx'

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
      <DialogState
        answer={user}
        isNothing={user.data === null}
        nothing={{
          title: 'No such user',
          icon: <UserRoundX strokeWidth={1.5} />,
          text: 'There is nobody with this id. They may have been removed.',
        }}
        skeleton="h-56"
      />
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
  const session = useSession()
  const toast = useToast()
  // Someone else may change the person meanwhile: what is typed here must not go for that.
  const [defaults] = useState(() => ({
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    role: preselectedRole(user.roles),
    active: user.state === 'active',
  }))
  const entry = useEntryForm({
    draft: `user ${user.id}`,
    schema: userEntry,
    defaults,
    names: userNames,
    topics: ['people'],
    async send(values) {
      const { name } = await updateUser({ ...values, id: user.id })
      toast.success(`${name.first} ${name.last} updated successfully`)
      onClose()
    },
  })
  return (
    <EntryDialog entry={entry} onClose={onClose} title={`Edit ${fullName(user)}`} submitLabel="Update">
      <UserFields
        entry={entry}
        showActive
        roleHelp={
          user.roles.length > 1
            ? `Takes the place of all roles that they hold: ${user.roles.map(roleLabel).join(', ')}.`
            : undefined
        }
        activeReason={user.id === session.id ? 'You cannot deactivate yourself.' : undefined}
      />
    </EntryDialog>
  )
}
