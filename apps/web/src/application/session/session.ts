import { type Action, allow, type Resource, type Role, roles } from '@binnacle/contract/access'
import { property } from '@binnacle/contract/health'
import { waitingAlerts as waitingAlertsShape, type WaitingAlerts } from '@binnacle/contract/people'
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../requests/api.ts'
import { propertiesQuery } from './flags.ts'
import { RequestFailure } from '../requests/failure.ts'
import { forgetDrafts } from './drafts.ts'
import { forgetSessionEnded } from '../requests/session-ended.ts'

const whoami = z.object({
  payload: z.object({
    user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
    roles: z.array(z.enum(roles)),
    // Shown as it is where a server does not say it.
    version: z.catch(z.string(), 'NA'),
    properties: z.array(property),
    unhealthy_checks: z.nullable(z.number()),
    alerts: z.nullable(waitingAlertsShape),
    blindness: z.nullable(z.string()),
  }),
})

/** What the frame of every page needs, in one answer. */
type Frame = z.infer<typeof whoami>['payload']

/** Loads what the frame of every page needs. @throws RequestFailure 401 where nobody is signed in */
export async function loadFrame(signal: AbortSignal): Promise<Frame> {
  try {
    return (await request('/api/auth/whoami', whoami, { signal })).payload
  } catch (error) {
    // The API says only that nobody is signed in. The identity service says whether a second factor is missing.
    if (error instanceof RequestFailure && error.status === 401)
      await request('/kratos/sessions/whoami', z.unknown(), { signal })
    throw error
  }
}

/** The signed-in person. */
export interface Session {
  /** Id of the person. */
  id: string
  name: string
  email: string
  roles: readonly Role[]
  /** Version of the server. */
  version: string
  /** Number of unhealthy checks when the session was loaded; null for people who may not see checks. */
  unhealthyChecks: number | null
  /** Alerts that waited for the person when the session was loaded; null for people who may not see alerts. */
  waitingAlerts: WaitingAlerts | null
  /** Why the product itself could not see what happens when the session was loaded; null if it could. */
  blindness: string | null
  /** Whether the roles of the person allow an action. The server authorizes each request again. */
  may: (action: Action, resource: Resource) => boolean
}

/**
 * The session of this browser. It reloads on live changes of people and whenever a page opens, so that rights are
 * never older than that.
 */
export const sessionQuery = queryOptions({
  queryKey: ['people', 'session'],
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: 'always',
  queryFn: async ({ signal }) => sessionOf(await loadFrame(signal)),
})

function sessionOf(frame: Frame): Session {
  const {
    user,
    roles: heldRoles,
    version,
    unhealthy_checks: unhealthyChecks,
    alerts: waitingAlerts,
    blindness,
  } = frame
  return {
    ...user,
    roles: heldRoles,
    version,
    unhealthyChecks,
    waitingAlerts,
    blindness,
    may: (action, resource) => allow(heldRoles, resource, action),
  }
}

const frameQuery = queryOptions({
  queryKey: ['frame'],
  queryFn: ({ signal }) => loadFrame(signal),
  gcTime: 0,
})

/** Loads the session and the properties with one request, unless they are loaded. */
export async function ensureFrame(queries: QueryClient): Promise<void> {
  const known = [sessionQuery, propertiesQuery].map(({ queryKey }) => queries.getQueryData(queryKey))
  if (!known.includes(undefined)) return
  const frame = await queries.fetchQuery(frameQuery)
  queries.setQueryData(sessionQuery.queryKey, sessionOf(frame))
  queries.setQueryData(propertiesQuery.queryKey, frame.properties)
}

/** Returns the session. Call it only on pages that require one. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

const logout = z.object({ logout_token: z.string() })

/** Signs out: creates a logout flow and submits its token. Then it reloads the page, so that no data stays in memory. */
export async function signOut(): Promise<void> {
  const { logout_token: token } = await request('/kratos/self-service/logout/browser', logout)
  await request(`/kratos/self-service/logout?token=${encodeURIComponent(token)}`, z.undefined())
  forgetDrafts()
  forgetSessionEnded()
  location.assign('/login')
}
