import { UserRoundCog } from 'lucide-react'
import { definePage } from '../../application/pages/pages.ts'

/** The paths of its pages. */
export type ProfilePath = '/profile-settings'

export const profilePage = definePage({
  path: '/profile-settings',
  title: 'Profile Settings',
  icon: UserRoundCog,
  place: 'account',
  keys: 'g m',
  keywords: ['account', 'password', 'two-factor', 'tokens', 'sessions', 'time zone', 'theme'],
  access: 'signed-in',
  load: async () => {
    const { ProfileSettingsPage } = await import('./profile-settings-page.tsx')
    return { default: ProfileSettingsPage }
  },
})
