import { Avatar, Badge, type DataColumn, TruncatedName } from '@binnacle/ui'
import { ageColumn, textColumn } from '../../application/resource/columns.tsx'
import { fullName, type User } from './queries.ts'
import { Roles } from '../../application/session/roles.tsx'

/** The columns of the list of users. */
export const userColumns: readonly DataColumn<User>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    width: 230,
    grow: 2,
    cell: (user) => (
      <span className="flex min-w-0 items-center gap-2">
        <Avatar name={fullName(user)} size={22} />
        <TruncatedName text={fullName(user)} />
      </span>
    ),
  },
  textColumn({ id: 'email', header: 'Email', sortable: true, width: 220, grow: 1 }),
  { id: 'roles', header: 'Roles', width: 160, cell: (user) => <Roles roles={user.roles} /> },
  {
    id: 'state',
    header: 'State',
    sortable: true,
    width: 96,
    cell: (user) => (user.state === 'active' ? 'Active' : <Badge tone="outline">Inactive</Badge>),
  },
  ageColumn({ id: 'created_at', header: 'Created At', sortable: true, width: 118, narrow: 'drop' }),
]
