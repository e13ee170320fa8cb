import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { RequestFailure } from '../application/failure.ts'
import { sessionQuery } from '../application/session.ts'
import { ApplicationError, LoadingApplication } from '../features/shell/application-states.tsx'
import { Guarded } from '../features/shell/guarded.tsx'
import { NotFoundPage } from '../features/shell/not-found-page.tsx'
import { Shell } from '../features/shell/shell.tsx'
import { pages } from './registry.ts'

const rootRoute = createRootRouteWithContext<{ queries: QueryClient }>()({ errorComponent: ApplicationError })

/** Everything that needs someone to be signed in, in the frame of the application. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  errorComponent: ApplicationError,
  pendingComponent: LoadingApplication,
  pendingMs: 200,
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queries.ensureQueryData(sessionQuery)
    } catch (error) {
      if (error instanceof RequestFailure && error.status === 401)
        // eslint-disable-next-line typescript/only-throw-error -- the router's way to lead elsewhere
        throw redirect({ to: '/login', search: { return_to: location.href } })
      throw error
    }
  },
})

const pageRoutes = pages.map((page) => {
  const Component = lazyRouteComponent(page.load)
  return createRoute({
    getParentRoute: () => shellRoute,
    path: page.path,
    component: () => Guarded({ page, Component }),
  })
})

/** The start page is the first one that the person may read. */
const startRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  beforeLoad: ({ context }) => {
    const session = context.queries.getQueryData(sessionQuery.queryKey)
    const first = pages.find(({ access }) => session?.may(access.action, access.resource))
    // eslint-disable-next-line typescript/only-throw-error -- the router's way to lead elsewhere
    if (first !== undefined) throw redirect({ to: first.path, replace: true })
  },
})

const notFoundRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundPage })

const identityRoute = (path: '/login' | '/registration', load: Parameters<typeof lazyRouteComponent>[0]) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: lazyRouteComponent(load) })

const loginRoute = identityRoute('/login', async () => {
  const { LoginPage } = await import('../features/identity/login-page.tsx')
  return { default: LoginPage }
})

const registrationRoute = identityRoute('/registration', async () => {
  const { RegistrationPage } = await import('../features/identity/registration-page.tsx')
  return { default: RegistrationPage }
})

export const routeTree = rootRoute.addChildren([
  loginRoute,
  registrationRoute,
  shellRoute.addChildren([startRoute, ...pageRoutes, notFoundRoute]),
])
