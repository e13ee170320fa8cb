import { UserMenu, useToast } from '@binnacle/ui'
import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOpenPages } from '../../application/pages/open-pages.ts'
import { messageOf } from '../../application/requests/queries.ts'
import { signOut, useSession } from '../../application/session/session.ts'

/** The menu of the person who is signed in: profile, theme, density, versions, sign out. */
export function AccountMenu(): ReactNode {
  const session = useSession()
  const toast = useToast()
  const pages = useOpenPages().filter(({ place }) => place === 'account')
  return (
    <UserMenu
      name={session.name}
      detail={session.email}
      sections={[
        {
          id: 'account',
          items: pages.map(({ path, title, icon: Icon }) => ({
            id: path,
            label: title,
            href: path,
            icon: <Icon className="size-3.5" />,
          })),
        },
      ]}
      closing={[
        {
          id: 'versions',
          heading: `Frontend ${__FRONTEND_VERSION__} · Backend ${session.version}`,
          items: [
            {
              id: 'sign-out',
              label: 'Sign out',
              icon: <LogOut className="size-3.5" />,
              onSelect: () => void signOut().catch((error: unknown) => toast.error(messageOf(error))),
            },
          ],
        },
      ]}
    />
  )
}
