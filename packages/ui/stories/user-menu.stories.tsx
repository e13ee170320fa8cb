import { LogOut, UserRound } from 'lucide-react'
import { Avatar, UserMenu } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'UserMenu'

export const stories: readonly Story[] = [
  {
    name: 'Menu',
    render: () => (
      <div>
        <UserMenu
          name="Ada Lovelace"
          detail="admin"
          sections={[
            {
              id: 'account',
              items: [
                {
                  id: 'profile',
                  label: 'Your profile',
                  href: '#profile',
                  icon: <UserRound className="size-3.5" />,
                },
              ],
            },
          ]}
          closing={[
            {
              id: 'leave',
              items: [{ id: 'logout', label: 'Log out', icon: <LogOut className="size-3.5" /> }],
            },
          ]}
        />
      </div>
    ),
  },
  { name: 'Initials', render: () => <Avatar name="Grace Hopper" label="Grace Hopper" size={32} /> },
]
