import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router'
import { disabledFeatures } from '@binnacle/contract/access'
import { RequestFailure } from '../application/requests/failure.ts'
import { propertiesQuery } from '../application/session/flags.ts'
import { PagesProvider } from '../application/pages/open-pages.ts'
import { SlotsContext } from '../application/slots/slots-context.ts'
import { isFixed, navigationOf, pageState } from '../application/pages/pages.ts'
import { ensureFrame, sessionQuery } from '../application/session/session.ts'
import { forgetSessionEnded } from '../application/requests/session-ended.ts'
import { sessionFailureTarget } from '../application/session/sign-in-again.ts'
import { EVENT_QUEUE_PATH } from '../features/event-queue/index.ts'
import {
  ApplicationError,
  Guarded,
  LoadingApplication,
  NotFoundPage,
  PageError,
  Shell,
} from '../features/shell/index.ts'
import { areas, loadSlots, pages } from './registry.ts'

const rootRoute = createRootRouteWithContext<{ queries: QueryClient }>()({ errorComponent: ApplicationError })

/** The code of pages by their paths. */
const components = new Map<string, RouteComponent>()

/**
 * All pages that require a session, in the frame of the application. They render after roles and flags are loaded, so
 * that nothing appears and disappears again.
 */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: () => (
    <PagesProvider value={pages}>
      <SlotsContext value={loadSlots}>
        <Shell />
      </SlotsContext>
    </PagesProvider>
  ),
  errorComponent: ApplicationError,
  pendingComponent: LoadingApplication,
  pendingMs: 200,
  beforeLoad: async ({ context, location, matches }) => {
    // The code of the page loads while the server is asked who is signed in.
    for (const { fullPath } of matches) void components.get(fullPath)?.preload?.()
    try {
      await ensureFrame(context.queries)
      forgetSessionEnded()
    } catch (error) {
      const target =
        error instanceof RequestFailure
          ? sessionFailureTarget(error.status, location.href, error.body)
          : undefined
      // eslint-disable-next-line typescript/only-throw-error -- the router's way to lead elsewhere
      throw target === undefined ? error : redirect({ href: target })
    }
  },
})

/**
 * Milliseconds that the frame waits for the code of a page. Without the code a placeholder is drawn, and React then waits for
 * at least 300 ms before it draws the page.
 */
const SOON = 150

/** Resolves in another task. Together, running the code of a page and its first render block the browser for longest. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Loads the code of a page. */
async function loadCode(component: RouteComponent): Promise<void> {
  await component.preload?.()
  await nextTask()
}

const pageRoutes = pages.map((page) => {
  const Component = lazyRouteComponent(page.load)
  // The router would demand the parameters of every path where it leads to any of them.
  const path: string = page.path
  components.set(path, Component)
  return createRoute({
    getParentRoute: () => shellRoute,
    path,
    beforeLoad: () =>
      Promise.race([loadCode(Component), new Promise<void>((resolve) => setTimeout(resolve, SOON))]),
    component: () => Guarded({ page, Component }),
    errorComponent: PageError,
  })
})

const aliasRoutes = pages.flatMap(({ path: to, aliases = [] }) =>
  aliases.map(({ path, parameter }) =>
    createRoute({
      getParentRoute: () => shellRoute,
      path,
      beforeLoad({ params, location }) {
        const id: string | undefined = 'id' in params ? String(params.id) : undefined
        const opened = parameter === undefined || id === undefined ? {} : { [parameter]: id }
        // eslint-disable-next-line typescript/only-throw-error -- the router's way to lead elsewhere
        throw redirect({ to, search: { ...location.search, ...opened }, replace: true })
      },
    }),
  ),
)

/** Leads to the first page of the person's navigation, or else to another page that the person may open. */
const startRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  beforeLoad: async ({ context }) => {
    const { roles } = await context.queries.ensureQueryData(sessionQuery)
    const disabled = disabledFeatures(await context.queries.ensureQueryData(propertiesQuery))
    const visitor = { roles, disabled }
    const { areas, settings } = navigationOf(pages, visitor)
    const elsewhere = pages.find(
      (page) =>
        (page.place === 'account' || page.place === 'nowhere') &&
        isFixed(page) &&
        pageState(page, visitor) === 'open',
    )
    const first = areas[0] ?? settings[0] ?? elsewhere
    // eslint-disable-next-line typescript/only-throw-error -- the router's way to lead elsewhere
    if (first !== undefined) throw redirect({ to: first.path, replace: true })
  },
})

/** The root of the settings is the event queue. */
const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  beforeLoad: () => {
    // eslint-disable-next-line typescript/only-throw-error -- the router's way to lead elsewhere
    throw redirect({ to: EVENT_QUEUE_PATH, replace: true })
  },
})

const notFoundRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundPage })

const outsideRoutes = areas
  .flatMap(({ outsidePages = [] }) => outsidePages)
  .map(({ path, load }) =>
    createRoute({ getParentRoute: () => rootRoute, path, component: lazyRouteComponent(load) }),
  )

export const routeTree = rootRoute.addChildren([
  ...outsideRoutes,
  shellRoute.addChildren([startRoute, settingsRoute, ...pageRoutes, ...aliasRoutes, notFoundRoute]),
])
