import { UserMenu, useToast } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Keyboard, LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '../../application/queries.ts'
import { serverVersionQuery, signOut, useSession } from '../../application/session.ts'

/** What stands where the version of the server cannot be read. */
const NO_VERSION = 'NA'

/** The menu of the person who is signed in: keys, theme, versions, sign out. */
export function AccountMenu(props: { onShortcuts: () => void }): ReactNode {
  const session = useSession()
  const toast = useToast()
  const version = useQuery(serverVersionQuery)

  async function leave(): Promise<void> {
    try {
      await signOut()
      // A page that starts anew keeps nothing of the person who left.
      location.assign('/login')
    } catch (error) {
      toast.error(messageOf(error))
    }
  }

  return (
    <UserMenu
      name={session.name}
      detail={session.email}
      sections={[
        {
          id: 'help',
          items: [
            {
              id: 'shortcuts',
              label: 'Keyboard shortcuts',
              icon: <Keyboard className="size-3.5" />,
              keys: '?',
              onSelect: props.onShortcuts,
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
              onSelect: () => void leave(),
            },
          ],
        },
      ]}
    />
  )
}
