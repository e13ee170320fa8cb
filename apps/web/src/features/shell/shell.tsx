import {
  AppShell,
  LiveIndicator,
  NavigationItem,
  NavigationSection,
  SearchTrigger,
  ShortcutsOverlay,
  TopBar,
  useShortcuts,
} from '@binnacle/ui'
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { LiveProvider, useLive } from '../../application/live-provider.tsx'
import type { Page } from '../../application/pages.ts'
import { useSession } from '../../application/session.ts'
import { pages } from '../../routes/registry.ts'
import { AccountMenu } from './account-menu.tsx'

const Palette = lazy(async () => {
  const { Palette: component } = await import('./palette.tsx')
  return { default: component }
})

/** Topics that anything on the screens belongs to. */
const topics = ['checks', 'canaries', 'canary_files'] as const

/** The frame around every page: navigation, top bar, palette, keys. */
export function Shell(): ReactNode {
  return (
    <LiveProvider topics={topics}>
      <Frame />
    </LiveProvider>
  )
}

function usePages(): readonly Page[] {
  const session = useSession()
  return pages.filter(({ access }) => session.may(access.action, access.resource))
}

function Frame(): ReactNode {
  const router = useRouter()
  const known = usePages()
  const [palette, setPalette] = useState(false)
  const [help, setHelp] = useState(false)
  useShortcuts([
    { keys: 'mod+k', label: 'Open the command palette', perform: () => setPalette(true) },
    ...known.flatMap(({ keys, title, path }) =>
      keys === undefined
        ? []
        : [{ keys, label: `Go to ${title}`, group: 'Go to', perform: () => router.history.push(path) }],
    ),
  ])
  return (
    <AppShell
      homeHref="/"
      navigation={<Navigation pages={known} />}
      topBar={
        <TopBar
          end={
            <>
              <Live />
              <AccountMenu onShortcuts={() => setHelp(true)} />
            </>
          }
        >
          <SearchTrigger onClick={() => setPalette(true)} />
        </TopBar>
      }
    >
      <Outlet />
      <Suspense>{palette && <Palette pages={known} onClose={() => setPalette(false)} />}</Suspense>
      <ShortcutsOverlay open={help} onOpenChange={setHelp} />
    </AppShell>
  )
}

function Navigation(props: { pages: readonly Page[] }): ReactNode {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  return (
    <NavigationSection>
      {props.pages.map(({ path, title, icon: Icon, keys }) => (
        <NavigationItem
          key={path}
          href={path}
          label={title}
          icon={<Icon />}
          active={pathname === path || pathname.startsWith(`${path}/`)}
          {...(keys === undefined ? {} : { keys })}
        />
      ))}
    </NavigationSection>
  )
}

function Live(): ReactNode {
  const { state, since, toggle } = useLive()
  return <LiveIndicator state={state} onToggle={toggle} {...(since === undefined ? {} : { since })} />
}
