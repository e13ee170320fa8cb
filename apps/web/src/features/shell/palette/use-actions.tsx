import { densities, themePreferences, useShell, useTheme, useToast } from '@binnacle/ui'
import type { PaletteItem } from '@binnacle/ui/palette'
import { CirclePause, Keyboard, LogOut, PanelLeft, Plus, Rows3, SunMoon } from 'lucide-react'
import { useLive } from '../../../application/live/live-provider.tsx'
import { destinationsOf, type Page, permits } from '../../../application/pages/pages.ts'
import { messageOf } from '../../../application/requests/queries.ts'
import { signOut, useSession } from '../../../application/session/session.ts'
import { useNavigation } from '../../../application/pages/use-navigation.ts'

/** The pages that can be gone to. */
export function usePageItems(pages: readonly Page[]): readonly PaletteItem[] {
  const navigation = useNavigation()
  return destinationsOf(pages).map(({ path, title, icon: Icon, keys, keywords }) => ({
    id: path,
    label: `Go to ${title}`,
    group: 'Pages',
    icon: <Icon />,
    ...(keys === undefined ? {} : { shortcut: keys }),
    ...(keywords === undefined ? {} : { keywords }),
    perform: () => navigation.push(path),
  }))
}

/** What can be done from anywhere: what the pages offer to this person, and the look of the application. */
export function useActionItems(pages: readonly Page[], onShortcuts: () => void): readonly PaletteItem[] {
  const navigation = useNavigation()
  const toast = useToast()
  const { roles } = useSession()
  const { setPreference, setDensity } = useTheme()
  const { collapsed, toggleCollapsed, overlay } = useShell()
  const live = useLive()
  const offered = pages
    .flatMap((page) => page.actions ?? [])
    .filter(({ access }) => permits(roles, access))
    .map(({ label, href, keywords }) => ({
      id: href,
      label,
      icon: <Plus />,
      ...(keywords === undefined ? {} : { keywords }),
      perform: () => navigation.push(href),
    }))
  const own: readonly Omit<PaletteItem, 'group'>[] = [
    ...offered,
    ...themePreferences.map((theme) => ({
      id: `theme ${theme}`,
      label: `Theme: ${theme === 'contrast' ? 'high contrast' : theme}`,
      keywords: ['appearance', 'colours'],
      icon: <SunMoon />,
      perform: () => setPreference(theme),
    })),
    ...densities.map((density) => ({
      id: `density ${density}`,
      label: `Density: ${density}`,
      keywords: ['appearance', 'rows', 'height'],
      icon: <Rows3 />,
      perform: () => setDensity(density),
    })),
    ...(live.state === 'offline'
      ? []
      : [
          {
            id: 'live',
            label: live.state === 'paused' ? 'Resume live updates' : 'Pause live updates',
            icon: <CirclePause />,
            perform: live.toggle,
          },
        ]),
    ...(overlay
      ? []
      : [
          {
            id: 'navigation',
            label: collapsed ? 'Expand navigation' : 'Collapse navigation',
            keywords: ['sidebar'],
            icon: <PanelLeft />,
            perform: toggleCollapsed,
          },
        ]),
    {
      id: 'shortcuts',
      label: 'Show keyboard shortcuts',
      keywords: ['help', 'keys'],
      shortcut: '?',
      icon: <Keyboard />,
      perform: onShortcuts,
    },
    {
      id: 'sign out',
      label: 'Sign out',
      keywords: ['log out', 'leave'],
      icon: <LogOut />,
      perform: () => void signOut().catch((error: unknown) => toast.error(messageOf(error))),
    },
  ]
  return own.map((item) => ({ ...item, group: 'Actions' }))
}
