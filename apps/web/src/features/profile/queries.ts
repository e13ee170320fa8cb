import { type Role, roles } from '@binnacle/contract/access'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../application/requests/api.ts'

const openSession = z.object({
  id: z.string(),
  authenticated_at: z.optional(z.string()),
  issued_at: z.optional(z.string()),
  expires_at: z.optional(z.string()),
  authenticator_assurance_level: z.optional(z.string()),
  devices: z.optional(
    z.array(z.object({ ip_address: z.optional(z.string()), user_agent: z.optional(z.string()) })),
  ),
})
/** A browser that someone is signed in with. */
export type OpenSession = z.infer<typeof openSession>

/** Sessions of the signed-in person, without the current one. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => request('/kratos/sessions', z.array(openSession), { signal }),
})

/** Ends one of the other sessions. */
export function endSession(id: string): Promise<unknown> {
  return request(`/kratos/sessions/${encodeURIComponent(id)}`, z.unknown(), { method: 'DELETE' })
}

/** Ends all sessions except the current one. */
export function endOtherSessions(): Promise<unknown> {
  return request('/kratos/sessions', z.unknown(), { method: 'DELETE' })
}

const accessToken = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(roles),
  created_at: z.string(),
  expires_at: z.string(),
  last_used_at: z.nullable(z.string()),
})
/** A token with which scripts act for someone. */
export type AccessToken = z.infer<typeof accessToken>

/** Access tokens of the signed-in person. */
export const accessTokensQuery = queryOptions({
  queryKey: ['access tokens'],
  queryFn: ({ signal }) => request('/api/auth/tokens', z.array(accessToken), { signal }),
})

const newAccessToken = z.object({ name: z.string(), token: z.string() })
/** A new token with its secret, which is shown once. */
export type NewAccessToken = z.infer<typeof newAccessToken>

/** Creates a token that expires after the given number of days. */
export function createAccessToken(values: {
  name: string
  role: Role
  days: number
}): Promise<NewAccessToken> {
  return request('/api/auth/tokens', newAccessToken, { method: 'POST', body: values })
}

/** Revokes a token. */
export function revokeAccessToken(id: string): Promise<unknown> {
  return request(`/api/auth/tokens/${encodeURIComponent(id)}`, z.unknown(), { method: 'DELETE' })
}
