import { UserRoundCog } from 'lucide-react'
import { definePage } from '../../application/pages/pages.ts'

declare module '../../application/pages/addresses.ts' {
  interface PagePaths {
    '/profile-settings': unknown
  }
}

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
