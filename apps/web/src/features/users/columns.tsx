import {
  Age,
  Avatar,
  Badge,
  buttonClass,
  type DataColumn,
  IconButton,
  PlainLink,
  TruncatedText,
} from '@binnacle/ui'
import { Pencil, Trash2 } from 'lucide-react'
import { fullName, type User } from './queries.ts'
import { Roles } from './roles.tsx'

/** The columns of the list of users. */
export const userColumns: readonly DataColumn<User>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    width: 230,
    cell: (user) => (
      <span className="flex min-w-0 items-center gap-2">
        <Avatar name={fullName(user)} size={22} />
        <TruncatedText text={fullName(user)} />
      </span>
    ),
  },
  {
    id: 'email',
    header: 'Email',
    sortable: true,
    width: 220,
    grow: 1,
    cell: (user) => <TruncatedText text={user.email} />,
  },
  { id: 'roles', header: 'Roles', width: 160, cell: (user) => <Roles roles={user.roles} /> },
  {
    id: 'state',
    header: 'State',
    sortable: true,
    width: 96,
    cell: (user) => (user.state === 'active' ? 'Active' : <Badge tone="outline">Inactive</Badge>),
  },
  {
    id: 'created_at',
    header: 'Created At',
    sortable: true,
    numeric: true,
    width: 118,
    narrow: 'drop',
    cell: (user) => <Age time={user.created_at} />,
  },
]

/** The column of what can be done with a user, for those who may. */
export function actionsColumn(setup: {
  self: string
  href: (user: User) => string
  onDelete: (user: User) => void
}): DataColumn<User> {
  return {
    id: 'actions',
    header: 'Actions',
    width: 84,
    narrow: 'keep',
    cell: (user) => (
      <span className="flex" data-above-row="">
        <PlainLink
          href={setup.href(user)}
          aria-label={`Edit ${fullName(user)}`}
          className={buttonClass({ variant: 'ghost', size: 'small', square: true })}
        >
          <Pencil aria-hidden="true" className="size-3.5" />
        </PlainLink>
        <IconButton
          label={`Delete ${fullName(user)}`}
          size="small"
          icon={<Trash2 className="size-3.5" />}
          disabledReason={user.id === setup.self ? 'You cannot delete yourself' : undefined}
          onClick={() => setup.onDelete(user)}
        />
      </span>
    ),
  }
}
