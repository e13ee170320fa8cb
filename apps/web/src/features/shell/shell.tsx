import {
  AppShell,
  NavigationGroup,
  NavigationItem,
  NavigationSection,
  SearchTrigger,
  TopBar,
  UptimeThresholdsContext,
  useShortcuts,
} from '@binnacle/ui'
import { uptimeThresholds } from '@binnacle/contract/health'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { propertiesQuery } from '../../application/session/flags.ts'
import { useSession } from '../../application/session/session.ts'
import { useSignInRequest } from '../../application/session/sign-in-request.ts'
import { lazily } from '../../application/pages/lazily.ts'
import { LiveProvider } from '../../application/live/live-provider.tsx'
import { useOpenPages, usePages, useVisitor } from '../../application/pages/open-pages.ts'
import { isFixed, navigationOf, type Page } from '../../application/pages/pages.ts'
import { PageRateProvider } from '../../application/live/page-rate.tsx'
import { RefreshProvider } from '../../application/live/refresh.tsx'
import { HEALTH_PATH } from '../health/index.ts'
import { Bell, HISTORY_PATH } from '../notifications/index.ts'
import { WATCHDOG_PATH } from '../watchdog/index.ts'
import { AccountMenu } from './account-menu.tsx'
import { BlindnessBanner } from './blindness-banner.tsx'
import { HelpMenu } from './help-menu.tsx'
import { Live } from './live.tsx'
import { Palette } from './palette/palette.tsx'
import { useFailingMark } from './use-failing-mark.ts'
import { useFocusOnPage } from './use-focus-on-page.ts'
import { useNavigation } from '../../application/pages/use-navigation.ts'

const SignInDialog = lazily(async () => (await import('./sign-in-dialog.tsx')).SignInDialog)

const ShortcutsOverlay = lazy(async () => {
  const { ShortcutsOverlay: component } = await import('@binnacle/ui/shortcuts')
  return { default: component }
})

/**
 * The frame around every page: navigation, top bar, palette, keys. When another person signs in in another tab, it closes
 * the page and loads it again, because what was loaded and typed is for the first person only.
 */
export function Shell(): ReactNode {
  const { id } = useSession()
  const [first] = useState(id)
  const isOther = id !== first
  useEffect(() => {
    if (isOther) location.reload()
  }, [isOther])
  return isOther ? null : <OpenShell />
}

function OpenShell(): ReactNode {
  const known = useOpenPages()
  const { data: properties } = useSuspenseQuery(propertiesQuery)
  const thresholds = useMemo(() => uptimeThresholds(properties), [properties])
  // As one text, so that an equal array does not reconnect the stream.
  const topics = [...new Set(['people', 'properties', ...known.flatMap((page) => page.topics ?? [])])].join()
  return (
    <LiveProvider topics={useMemo(() => topics.split(','), [topics])}>
      <RefreshProvider>
        <PageRateProvider>
          <UptimeThresholdsContext value={thresholds}>
            <Frame pages={known} />
          </UptimeThresholdsContext>
        </PageRateProvider>
      </RefreshProvider>
    </LiveProvider>
  )
}

function Frame({ pages: known }: { pages: readonly Page[] }): ReactNode {
  const navigation = useNavigation()
  useFailingMark(known.some(({ path }) => path === HEALTH_PATH))
  useFocusOnPage()
  const signIn = useSignInRequest()
  const [palette, setPalette] = useState(false)
  const [help, setHelp] = useState(false)
  const showHelp = () => setHelp(true)
  useShortcuts([
    { keys: 'mod+k', label: 'Open the command palette', everywhere: true, perform: () => setPalette(true) },
    { keys: '?', label: 'Show keyboard shortcuts', perform: showHelp },
    ...known
      .filter(isFixed)
      .flatMap(({ keys, title, path }) =>
        keys === undefined
          ? []
          : [{ keys, label: `Go to ${title}`, group: 'Go to', perform: () => navigation.push(path) }],
      ),
  ])
  return (
    <AppShell
      homeHref="/"
      banner={known.some(({ path }) => path === WATCHDOG_PATH) && <BlindnessBanner />}
      navigation={<Navigation />}
      topBar={
        <TopBar
          end={
            <>
              <Live />
              {known.some(({ path }) => path === HISTORY_PATH) && <Bell />}
              <HelpMenu onShortcuts={showHelp} />
              <AccountMenu />
            </>
          }
        >
          <SearchTrigger onClick={() => setPalette(true)} />
        </TopBar>
      }
    >
      <Outlet />
      {signIn !== undefined && (
        <Suspense>
          <SignInDialog request={signIn} />
        </Suspense>
      )}
      {palette && <Palette pages={known} onClose={() => setPalette(false)} onShortcuts={showHelp} />}
      <Suspense>{help && <ShortcutsOverlay open onOpenChange={setHelp} />}</Suspense>
    </AppShell>
  )
}

function Navigation(): ReactNode {
  const { areas, settings } = navigationOf(usePages(), useVisitor())
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const entries = (list: readonly Page[]) =>
    list.map(({ path, title, icon: Icon, keys }) => ({
      href: path,
      label: title,
      icon: <Icon />,
      active: pathname === path || pathname.startsWith(`${path}/`),
      ...(keys === undefined ? {} : { keys }),
    }))
  return (
    <>
      <NavigationSection>
        {entries(areas).map((entry) => (
          <NavigationItem key={entry.href} {...entry} />
        ))}
      </NavigationSection>
      {settings.length > 0 && (
        <NavigationSection>
          <NavigationGroup label="Settings" icon={<Settings />} entries={entries(settings)} />
        </NavigationSection>
      )}
    </>
  )
}
