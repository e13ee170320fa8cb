import { preselectedRole } from '@binnacle/contract/people'
import { useToast } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { UserRoundX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { EntryDialog } from '../../application/resource/entry-dialog.tsx'
import { ItemDialog } from '../../application/resource/query-states.tsx'
import { ReadDialog } from '../../application/resource/read-dialog.tsx'
import { useEntryForm } from '../../application/resource/use-entry-form.ts'
import { useSession } from '../../application/session/session.ts'
import { fullName, updateUser, type User, userQuery } from './queries.ts'
import { roleLabel, Roles } from '../../application/session/roles.tsx'
import { userEntry, UserFields, userNames } from './user-form.tsx'

/** Form of one user, read-only without the right to change it. */
export function UserDialog(props: { id: string; onClose: () => void }): ReactNode {
  const session = useSession()
  const Loaded = session.may('write', 'identities') ? EditUser : ReadUser
  return (
    <ItemDialog
      answer={useQuery(userQuery(props.id))}
      title="User"
      nothing={{
        title: 'No such user',
        icon: <UserRoundX strokeWidth={1.5} />,
        text: 'There is no user with this id. The user may have been deleted.',
      }}
      onClose={props.onClose}
    >
      {(user) => <Loaded user={user} onClose={props.onClose} />}
    </ItemDialog>
  )
}

function ReadUser({ user, onClose }: { user: User; onClose: () => void }): ReactNode {
  return (
    <ReadDialog
      title={fullName(user)}
      items={[
        { label: 'Email', value: user.email },
        { label: 'Roles', value: <Roles roles={user.roles} /> },
        { label: 'State', value: user.state === 'active' ? 'Active' : 'Inactive' },
      ]}
      onClose={onClose}
    />
  )
}

function EditUser({ user, onClose }: { user: User; onClose: () => void }): ReactNode {
  const session = useSession()
  const toast = useToast()
  // A change by someone else must not discard what is typed here.
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
            ? `Replaces all roles of this user: ${user.roles.map(roleLabel).join(', ')}.`
            : undefined
        }
        activeReason={user.id === session.id ? 'You cannot deactivate yourself.' : undefined}
      />
    </EntryDialog>
  )
}
