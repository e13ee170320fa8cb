import { allow, type Role } from '@binnacle/contract/access'
import type { Property } from '@binnacle/contract/health'
import { type Clock, ClockProvider, UiProvider } from '@binnacle/ui'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static.edge'
import { propertiesQuery } from '../session/flags.ts'
import { SLOTS_KEY } from '../slots/slots.tsx'
import type { SlotFills } from '../slots/types.ts'
import { type Session, sessionQuery } from '../session/session.ts'

/** Id of the person for whom pages are rendered. */
export const PERSON = '0199a000-0000-7000-8000-000000000001'

/** When pages are rendered. */
export const NOW = Date.parse('2026-03-01T12:00:00Z')

const clock: Clock = { now: () => NOW }

function sessionOf(roles: readonly Role[]): Session {
  return {
    id: PERSON,
    name: 'Ada',
    email: 'ada@example.com',
    roles,
    version: '1',
    unhealthyChecks: 0,
    waitingAlerts: null,
    blindness: null,
    may: (action, resource) => allow(roles, resource, action),
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** What somebody reads on a page: its texts and the names of its controls, one after the other. */
export function textOf(html: string): string {
  return html
    .replaceAll(/ aria-label="([^"]*)"[^<>]*>/g, '>$1 ')
    .replaceAll(/<script>.*?<\/script>/gs, ' ')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ')
}

/** A property of the installation, such as one that disables a feature. */
export const aProperty = (name: string, value: string): Property => ({
  name,
  value,
  source: 'local',
  type: 'boolean',
  description: '',
  created_by: null,
  created_at: null,
  updated_at: null,
})

/** What a page is rendered with. */
export interface Rendering {
  /** Address of the page. */
  path: string
  /** Roles of the person. Default: an administrator. */
  roles?: readonly Role[]
  /** Pattern of the address, if the page reads a segment of it, such as `/topology/$id`. */
  pattern?: string
  /** What areas add to slots. Default: nothing. */
  slots?: readonly SlotFills[]
  /** Properties in force, such as those that disable features. */
  properties?: readonly Property[]
  /** Puts answers where the page looks for them. What is missing loads for ever. */
  fill?: (queries: QueryClient) => void
}

/** Fails a query, as a server does that cannot answer. */
export function failQuery(queries: QueryClient, queryKey: readonly unknown[], error: Error): void {
  queries
    .getQueryCache()
    .build(queries, { queryKey })
    .setState({ status: 'error', error, errorUpdateCount: 1, fetchStatus: 'idle' })
}

/** A client of queries with a signed-in person, and a router with one page. */
function prepare(page: FunctionComponent, rendering: Rendering, queries: QueryClient) {
  const { path, pattern = '$', roles = ['admin'], slots = [], properties = [], fill } = rendering
  queries.setQueryData(sessionQuery.queryKey, sessionOf(roles))
  queries.setQueryData(propertiesQuery.queryKey, [...properties])
  queries.setQueryData(SLOTS_KEY, slots)
  fill?.(queries)
  const root = createRootRoute()
  return createRouter({
    history: createMemoryHistory({ initialEntries: [path] }),
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: pattern, component: page }),
    ]),
    InnerWrap: ({ children }) => (
      <UiProvider>
        <ClockProvider clock={clock}>{children}</ClockProvider>
      </UiProvider>
    ),
  })
}

/** Renders a page without a browser. @returns its HTML */
export async function renderPage(page: FunctionComponent, rendering: Rendering): Promise<string> {
  const queries = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  const router = prepare(page, rendering, queries)
  await router.load()
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      {/* The type of the router is the product's, and this one has a page only. */}
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

/** Answers what a page asks the server. Without one, the page loads for ever. */
export type Answerer = (url: URL) => Response

/** Rounds of questions that a page may need: what it shows first asks for more. */
const MOST_ROUNDS = 4

async function askAll(queries: QueryClient): Promise<number> {
  const asked = queries.getQueryCache().findAll({
    predicate: ({ state, options }) =>
      state.status === 'pending' &&
      typeof options.queryFn === 'function' &&
      !('enabled' in options && options.enabled === false),
  })
  await Promise.allSettled(asked.map((query) => query.fetch()))
  return asked.length
}

/**
 * Renders a page with its parts that load by themselves, after each of its questions is answered.
 * @returns its HTML
 */
export async function renderStory(
  page: FunctionComponent,
  rendering: Rendering,
  answer: Answerer | undefined,
): Promise<string> {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
  const router = prepare(page, rendering, queries)
  await router.load()
  const draw = async () => {
    const { prelude } = await prerender(
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    )
    return new Response(prelude).text()
  }
  const before = globalThis.fetch
  if (answer !== undefined)
    globalThis.fetch = (address) =>
      Promise.resolve(answer(new URL(address instanceof Request ? address.url : address, 'http://localhost')))
  try {
    let html = await draw()
    const rounds = answer === undefined ? 0 : MOST_ROUNDS
    for (let round = 0; round < rounds; round += 1) {
      if ((await askAll(queries)) === 0) break
      html = await draw()
    }
    return html
  } finally {
    globalThis.fetch = before
  }
}
