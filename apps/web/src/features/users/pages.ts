import { UserRound } from 'lucide-react'
import { definePage, type Page } from '../../application/pages/pages.ts'
import { findIn, loadList } from '../../application/resource/pages.tsx'

/** The paths of its pages. */
export type UsersPath = '/settings/users'

const loadUsers = async () => (await import('./resource.tsx')).users

/** The page of users. */
export const userPages: readonly Page[] = [
  definePage({
    path: '/settings/users',
    title: 'Users',
    icon: UserRound,
    place: 'settings',
    keys: 'g u',
    keywords: ['people', 'accounts', 'roles', 'invitations'],
    access: { resource: 'identities', action: 'read' },
    feature: 'settings.users',
    topics: ['people'],
    actions: [
      {
        label: 'Invite User',
        href: '/settings/users?invite=true',
        access: { resource: 'identities', action: 'write' },
        keywords: ['add', 'person', 'account'],
      },
      {
        label: 'Open invitations',
        href: '/settings/users?invitations=true',
        access: { resource: 'identities', action: 'write' },
        keywords: ['withdraw', 'resend', 'pending'],
      },
      {
        label: 'Require a second factor',
        href: '/settings/users?secondFactor=true',
        access: { resource: 'identities', action: 'write' },
        keywords: ['two-factor', '2fa', 'roles', 'authenticator'],
      },
    ],
    finder: findIn({ group: 'Users', topic: 'people' }, loadUsers),
    load: loadList(loadUsers),
  }),
]
