import { UserMenu, useToast } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { LogOut, UserRoundCog } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '../../application/queries.ts'
import { serverVersionQuery, signOut, useSession } from '../../application/session.ts'
import { profilePage } from '../../routes/settings.ts'

/** What stands where the version of the server cannot be read. */
const NO_VERSION = 'NA'

/** The menu of the person who is signed in: profile, theme, density, versions, sign out. */
export function AccountMenu(): ReactNode {
  const session = useSession()
  const toast = useToast()
  const version = useQuery(serverVersionQuery)
  return (
    <UserMenu
      name={session.name}
      detail={session.email}
      sections={[
        {
          id: 'account',
          items: [
            {
              id: 'profile',
              label: profilePage.title,
              href: profilePage.path,
              icon: <UserRoundCog className="size-3.5" />,
            },
          ],
        },
      ]}
      closing={[
        {
          id: 'versions',
          heading: `Frontend ${__FRONTEND_VERSION__} · Backend ${version.data ?? NO_VERSION}`,
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
