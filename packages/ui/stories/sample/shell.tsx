import {
  Bell,
  BookOpenCheck,
  Boxes,
  FileClock,
  HeartPulse,
  LayoutDashboard,
  LogOut,
  Plug,
  ScrollText,
  Settings,
  TriangleAlert,
  Users,
} from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import {
  AppShell,
  IconButton,
  LiveControl,
  NavigationGroup,
  NavigationItem,
  NavigationSection,
  PaletteFrame,
  SearchTrigger,
  TopBar,
  UserMenu,
  useShortcuts,
} from '../../src/index.ts'
import { ShortcutsOverlay } from '../../src/shortcuts/shortcuts-overlay.tsx'
import { paletteItems } from './palette.tsx'

const PaletteResults = lazy(async () => {
  const { PaletteResults: component } = await import('../../src/palette/index.ts')
  return { default: component }
})

const goTo = (hash: string) => (): void => {
  location.hash = hash
}

function Navigation(): ReactNode {
  return (
    <>
      <NavigationSection>
        <NavigationItem href="#dashboard" label="Dashboard" icon={<LayoutDashboard />} keys="g d" />
        <NavigationItem href="#health" label="Health" icon={<HeartPulse />} active count={3} keys="g h" />
        <NavigationItem href="#incidents" label="Incidents" icon={<TriangleAlert />} count={1} keys="g i" />
        <NavigationItem href="#catalog" label="Catalog" icon={<Boxes />} keys="g c" />
        <NavigationItem href="#logs" label="Logs" icon={<ScrollText />} keys="g l" />
        <NavigationItem href="#playbooks" label="Playbooks" icon={<BookOpenCheck />} keys="g p" />
      </NavigationSection>
      <NavigationSection label="Manage">
        <NavigationGroup
          label="Settings"
          icon={<Settings />}
          entries={[
            { href: '#connections', label: 'Connections', icon: <Plug /> },
            { href: '#jobs', label: 'Jobs history', icon: <FileClock /> },
            { href: '#users', label: 'Users', icon: <Users /> },
          ]}
        />
      </NavigationSection>
    </>
  )
}

/** The frame of the app with made-up content, as the real one would put it together. */
export function SampleShell(props: { children: ReactNode }): ReactNode {
  const [palette, setPalette] = useState(false)
  const [help, setHelp] = useState(false)
  const [live, setLive] = useState(true)
  useShortcuts([
    { keys: 'mod+k', label: 'Open command palette', perform: () => setPalette(true) },
    { keys: '?', label: 'Show keyboard shortcuts', perform: () => setHelp(true) },
    { keys: 'g h', label: 'Go to Health', group: 'Go to', perform: goTo('health') },
    { keys: 'g c', label: 'Go to Catalog', group: 'Go to', perform: goTo('catalog') },
  ])
  return (
    <AppShell
      navigation={<Navigation />}
      topBar={
        <TopBar
          end={
            <>
              <LiveControl
                state={live ? 'live' : 'paused'}
                onToggle={() => setLive(!live)}
                onRefresh={() => undefined}
                loading={false}
              />
              <IconButton label="Notifications" icon={<Bell className="size-4" />} />
              <UserMenu
                name="Ada Lovelace"
                detail="admin"
                closing={[
                  {
                    id: 'leave',
                    items: [{ id: 'logout', label: 'Log out', icon: <LogOut className="size-3.5" /> }],
                  },
                ]}
              />
            </>
          }
        >
          <SearchTrigger onClick={() => setPalette(true)} />
        </TopBar>
      }
    >
      {props.children}
      <PaletteFrame open={palette} onOpenChange={setPalette}>
        <Suspense>
          <PaletteResults items={paletteItems} />
        </Suspense>
      </PaletteFrame>
      <ShortcutsOverlay open={help} onOpenChange={setHelp} />
    </AppShell>
  )
}
