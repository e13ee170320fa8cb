import { type Action, allow, type Resource, type Role, roles } from '@binnacle/contract/access'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../requests/api.ts'
import { forgetDrafts } from './drafts.ts'
import { forgetSessionEnded } from '../requests/session-ended.ts'

const whoami = z.object({
  payload: z.object({
    user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
    roles: z.array(z.enum(roles)),
  }),
})

const identitySession = z.object({ id: z.string() })

/** The signed-in person. */
export interface Session {
  /** Id of the person. */
  id: string
  /** Id of the session. */
  sessionId: string
  name: string
  email: string
  roles: readonly Role[]
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
  queryFn: async ({ signal }): Promise<Session> => {
    const [session, { payload }] = await Promise.all([
      request('/kratos/sessions/whoami', identitySession, { signal }),
      request('/api/auth/whoami', whoami, { signal }),
    ])
    return {
      ...payload.user,
      sessionId: session.id,
      roles: payload.roles,
      may: (action, resource) => allow(payload.roles, resource, action),
    }
  },
})

/** Returns the session. Call it only on pages that require one. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

const about = z.object({ Version: z.string() })

/** Version of the server. */
export const serverVersionQuery = queryOptions({
  queryKey: ['about'],
  staleTime: 300_000,
  queryFn: async ({ signal }) => (await request('/api/about', about, { signal })).Version,
})

const logout = z.object({ logout_token: z.string() })

/** Signs out: creates a logout flow and submits its token. Then it reloads the page, so that no data stays in memory. */
export async function signOut(): Promise<void> {
  const { logout_token: token } = await request('/kratos/self-service/logout/browser', logout)
  await request(`/kratos/self-service/logout?token=${encodeURIComponent(token)}`, z.undefined())
  forgetDrafts()
  forgetSessionEnded()
  location.assign('/login')
}
