import { HealthShape, healthAppearance, themePreferences, useTheme } from '@binnacle/ui'
import { CommandPalette, type PaletteItem } from '@binnacle/ui/palette'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { LogOut, SunMoon } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import type { Page } from '../../application/pages.ts'
import { signOut } from '../../application/session.ts'
import { checkListQuery } from '../health/queries.ts'

const HITS = 8

/** Finds pages, actions and checks by typing. */
export function Palette(props: { pages: readonly Page[]; onClose: () => void }): ReactNode {
  const router = useRouter()
  const { setPreference } = useTheme()
  const [query, setQuery] = useState('')
  const wanted = useDeferredValue(query.trim())
  const checks = useQuery({
    ...checkListQuery({ query: wanted, groupBy: 'none', pageSize: HITS, sortBy: 'name' }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  })

  const found: PaletteItem[] =
    wanted === ''
      ? []
      : (checks.data?.rows ?? []).map((check) => ({
          id: `check ${check.id}`,
          label: check.name,
          group: 'Checks',
          note: check.canary_name,
          found: true,
          icon: <HealthShape {...healthAppearance(check.state)} />,
          perform: () => router.history.push(`/health?checkId=${check.id}`),
        }))
  const items: PaletteItem[] = [
    ...props.pages.map(({ path, title, icon: Icon, keys, keywords }) => ({
      id: path,
      label: `Go to ${title}`,
      group: 'Pages',
      icon: <Icon />,
      ...(keys === undefined ? {} : { shortcut: keys }),
      ...(keywords === undefined ? {} : { keywords }),
      perform: () => router.history.push(path),
    })),
    ...found,
    ...themePreferences.map((theme) => ({
      id: `theme ${theme}`,
      label: `Theme: ${theme}`,
      group: 'Actions',
      keywords: ['appearance', 'colours'],
      icon: <SunMoon />,
      perform: () => setPreference(theme),
    })),
    {
      id: 'sign out',
      label: 'Sign out',
      group: 'Actions',
      keywords: ['log out', 'leave'],
      icon: <LogOut />,
      perform: () => void signOut().then(() => location.assign('/login')),
    },
  ]
  return (
    <CommandPalette
      open
      onOpenChange={(open) => !open && props.onClose()}
      items={items}
      onQueryChange={setQuery}
      loading={wanted !== '' && checks.isFetching}
      placeholder="Search pages, checks and actions"
    />
  )
}
