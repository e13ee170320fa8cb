import { UiProvider } from '@binnacle/ui'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { routeTree } from './routes/index.tsx'
import { AppLink } from './application/pages/app-link.tsx'
import { keepDrafts } from './application/session/drafts.ts'
import { createQueryClient } from './application/requests/queries.ts'
import { sessionQuery } from './application/session/session.ts'
import { noteSessionEnded } from './application/requests/session-ended.ts'
import { signInTarget } from './application/session/sign-in-again.ts'
import { requestSignIn } from './application/session/sign-in-request.ts'
import { hasUnsaved } from './application/session/unsaved.ts'

/** The router parses no parameters: each page parses its own with a codec. Repeated ones stay repeated. */
function parseSearch(text: string): Record<string, string | string[]> {
  const search = new URLSearchParams(text)
  return Object.fromEntries(
    Array.from(search.keys(), (name) => {
      const values = search.getAll(name)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}

function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  const text = new URLSearchParams(entries).toString()
  return text === '' ? '' : `?${text}`
}

function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    context: { queries },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPendingMinMs: 0,
    // Around every page, inside the router: the components' links navigate by it.
    InnerWrap: ({ children }) => (
      <UiProvider renderLink={(link) => <AppLink {...link} />}>{children}</UiProvider>
    ),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

/**
 * Opens the sign-in when a request reports an ended session, keeps typed values, and returns to the page afterwards.
 */
function createSignInGuard(person: () => string | undefined): (error: unknown) => void {
  return (error) => {
    if (location.pathname === '/login' || location.pathname === '/second-factor') return
    const target = signInTarget(error, location.pathname + location.search)
    if (target === undefined) return
    if (hasUnsaved()) {
      requestSignIn(target)
      return
    }
    const owner = person()
    if (owner !== undefined) {
      keepDrafts(owner)
      if (target.startsWith('/login')) noteSessionEnded()
    }
    location.assign(target)
  }
}

function createQueries(): QueryClient {
  const queries: QueryClient = createQueryClient(
    createSignInGuard(() => queries.getQueryData(sessionQuery.queryKey)?.id),
  )
  return queries
}

/** The whole application. */
export function Application(): ReactNode {
  const [queries] = useState(createQueries)
  const [router] = useState(() => createAppRouter(queries))
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
