import { Mail, Monitor, ShieldCheck, UserRound } from 'lucide-react'
import { lazily } from '../../application/pages/lazily.ts'
import { defineResource } from '../../application/resource/resource.ts'
import { userColumns } from './columns.tsx'
import {
  deleteUser,
  fullName,
  loadUsers,
  type User,
  userSearch,
  type UserSortColumn,
  userSortColumns,
} from './queries.ts'

const InviteDialog = lazily(async () => (await import('./invite-dialog.tsx')).InviteDialog)
const InvitationsDialog = lazily(async () => (await import('./invitations-dialog.tsx')).InvitationsDialog)
const SecondFactorDialog = lazily(async () => (await import('./second-factor-dialog.tsx')).SecondFactorDialog)
const SessionsDialog = lazily(async () => (await import('./sessions-dialog.tsx')).SessionsDialog)
const UserDialog = lazily(async () => (await import('./user-dialog.tsx')).UserDialog)

/** Users with their roles. */
export const users = defineResource<User, UserSortColumn>({
  path: '/settings/users',
  title: 'Users',
  icon: UserRound,
  topic: 'people',
  access: 'identities',
  words: {
    things: 'users',
    search: 'Search by name or email',
    empty: {
      title: 'No data available',
      text: 'Invite the people you work with; each of them gets a role.',
    },
  },
  idOf: ({ id }) => id,
  nameOf: fullName,
  noteOf: ({ email }) => email,
  columns: userColumns,
  sortColumns: userSortColumns,
  filters: [{ id: 'state', label: 'State', choices: { active: 'Active', inactive: 'Inactive' } }],
  load: loadUsers,
  search: userSearch,
  opens: { dialog: 'user' },
  add: { label: 'Invite User', dialog: 'invite' },
  links: [
    { label: () => 'Second factor', icon: ShieldCheck, dialog: 'secondFactor' },
    { label: () => 'Invitations', icon: Mail, dialog: 'invitations' },
  ],
  rowLinks: [{ label: (user) => `Sessions of ${fullName(user)}`, icon: Monitor, dialog: 'sessions' }],
  dialogs: [
    { name: 'invite', writes: true, component: InviteDialog },
    { name: 'invitations', writes: true, component: InvitationsDialog },
    { name: 'secondFactor', writes: true, component: SecondFactorDialog },
    { name: 'sessions', ofRow: true, writes: true, component: SessionsDialog },
    { name: 'user', ofRow: true, writes: false, component: UserDialog },
  ],
  removal: {
    remove: ({ id }) => deleteUser(id),
    nameOf: fullName,
    label: 'Delete user',
    explain: ({ email }) => `${email} can no longer sign in. What they did keeps their name.`,
    consequences: () => ['their roles and memberships in teams', 'their sessions and access tokens'],
    done: 'user deleted successfully',
    topics: ['people'],
    refusal: ({ id }, session) => (id === session.id ? 'You cannot delete yourself' : undefined),
  },
})
