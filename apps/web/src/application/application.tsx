import { UiProvider } from '@binnacle/ui'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { routeTree } from '../routes/index.ts'
import { AppLink } from './app-link.tsx'
import { createQueryClient } from './queries.ts'

/** Parameters stay the texts that they are; each page reads its own with a codec. */
function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
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

/** Leads to the sign-in and back to where the person was. */
function leadToSignIn(): void {
  if (location.pathname === '/login') return
  const here = location.pathname + location.search
  location.assign(`/login?return_to=${encodeURIComponent(here)}`)
}

/** The whole application. */
export function Application(): ReactNode {
  const [queries] = useState(() => createQueryClient(leadToSignIn))
  const [router] = useState(() => createAppRouter(queries))
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
