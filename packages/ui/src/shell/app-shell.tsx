import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { IconButton } from '../primitives/icon-button.tsx'
import { classNames } from '../utilities/class-names.ts'
import { useMediaQuery } from '../utilities/media.ts'
import { readStored, writeStored } from '../utilities/storage.ts'
import { Brand } from './brand.tsx'
import { ShellContext, useShell } from './shell-context.ts'
import { patiently } from '../utilities/patiently.ts'
import type { Href } from '../primitives/link.tsx'

/** Storage key that records whether the navigation is collapsed. */
const SIDEBAR_KEY = 'sidebarCollapsed'

const OverlayNavigation = lazy(async () => {
  const { OverlayNavigation: component } = await patiently(() => import('./overlay-navigation.tsx'))
  return { default: component }
})

/** Props of the app's frame. */
export interface AppShellProps {
  /** NavigationItem, NavigationGroup and NavigationSection elements. */
  navigation: ReactNode
  /** Content at the bottom of the navigation. */
  navigationFooter?: ReactNode
  /** A TopBar. */
  topBar: ReactNode
  /** A message above the whole app. */
  banner?: ReactNode
  /** Address of the start page. */
  homeHref?: Href
  children: ReactNode
}

/** Frame of the app: navigation at the left, a bar at the top, and the page, which scrolls separately. */
export function AppShell(props: AppShellProps): ReactNode {
  const overlay = useMediaQuery('(width < 64rem)')
  const [collapsed, setCollapsed] = useState(() => readStored(SIDEBAR_KEY) === 'true')
  const [overlayOpen, setOverlayOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const shell = useMemo(
    () => ({
      collapsed: collapsed && !overlay,
      toggleCollapsed: () => {
        writeStored(SIDEBAR_KEY, String(!collapsed))
        setCollapsed(!collapsed)
      },
      overlay,
      overlayOpen: overlay && overlayOpen,
      setOverlayOpen,
    }),
    [collapsed, overlay, overlayOpen],
  )
  return (
    <ShellContext value={shell}>
      <a
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-toast focus:rounded-control focus:bg-raised focus:px-3 focus:py-2 focus:shadow-popup"
      >
        Skip to content
      </a>
      <div className="isolate flex h-dvh flex-col">
        {props.banner}
        <div className="flex min-h-0 flex-1">
          {overlay ? (
            <Suspense>
              <OverlayNavigation homeHref={props.homeHref}>
                <NavigationBody {...props} />
              </OverlayNavigation>
            </Suspense>
          ) : (
            <SideNavigation {...props} />
          )}
          <div className="flex min-w-0 flex-1 flex-col">
            {props.topBar}
            <main
              ref={main}
              id="main"
              tabIndex={-1}
              className="relative min-h-0 flex-1 overflow-x-clip overflow-y-auto outline-none"
            >
              {props.children}
            </main>
          </div>
        </div>
      </div>
    </ShellContext>
  )
}

function NavigationBody(props: AppShellProps): ReactNode {
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 py-2">{props.navigation}</div>
      {props.navigationFooter !== undefined && (
        <div className="border-t border-line p-2">{props.navigationFooter}</div>
      )}
    </>
  )
}

function SideNavigation(props: AppShellProps): ReactNode {
  const { collapsed, toggleCollapsed } = useShell()
  return (
    <nav
      aria-label="Main"
      className={classNames(
        'flex shrink-0 flex-col border-r border-line bg-canvas transition-[width] duration-150',
        collapsed ? 'w-(--navigation-collapsed)' : 'w-(--navigation-open)',
      )}
    >
      <div
        className={classNames(
          'flex h-top-bar shrink-0 items-center px-3',
          collapsed ? 'justify-center' : 'justify-between',
        )}
      >
        <Brand homeHref={props.homeHref} compact={collapsed} />
        {!collapsed && <CollapseButton collapsed={collapsed} onClick={toggleCollapsed} />}
      </div>
      <NavigationBody {...props} />
      {collapsed && (
        <div className="flex justify-center border-t border-line py-2">
          <CollapseButton collapsed={collapsed} onClick={toggleCollapsed} />
        </div>
      )}
    </nav>
  )
}

function CollapseButton(props: { collapsed: boolean; onClick: () => void }): ReactNode {
  return (
    <IconButton
      label={props.collapsed ? 'Expand navigation' : 'Collapse navigation'}
      size="small"
      tooltipSide="right"
      aria-expanded={!props.collapsed}
      icon={props.collapsed ? <PanelLeftOpen className="size-4" /> : <PanelLeftClose className="size-4" />}
      onClick={props.onClick}
    />
  )
}
