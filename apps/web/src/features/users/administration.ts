import type { Role } from '@binnacle/contract/access'
import {
  invitationLink,
  openInvitation,
  personSession,
  secondFactorDemand,
  secondFactorRoles,
} from '@binnacle/contract/people'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../application/requests/api.ts'

// The first part of each query key is its live topic: a change of the topic reloads the query.

const sessionsPath = (personId: string) => `/api/people/${encodeURIComponent(personId)}/sessions`

/** The open sessions of a user, those used last first. */
export const personSessionsQuery = (personId: string) =>
  queryOptions({
    queryKey: ['people', 'sessions', personId],
    refetchOnWindowFocus: 'always',
    queryFn: ({ signal }) => request(sessionsPath(personId), z.array(personSession), { signal }),
  })

/** Ends one session of a user. */
export function endPersonSession(personId: string, id: string): Promise<unknown> {
  return request(`${sessionsPath(personId)}/${encodeURIComponent(id)}`, z.unknown(), { method: 'DELETE' })
}

/** Ends all sessions of a user, except the present one. */
export function endPersonSessions(personId: string): Promise<unknown> {
  return request(sessionsPath(personId), z.unknown(), { method: 'DELETE' })
}

/** Invitations that can still be used, the newest first. */
export const invitationsQuery = queryOptions({
  queryKey: ['people', 'invitations'],
  refetchOnWindowFocus: 'always',
  queryFn: ({ signal }) => request('/api/auth/invitations', z.array(openInvitation), { signal }),
})

const invitationPath = (id: string) => `/api/auth/invitations/${encodeURIComponent(id)}`

/** Withdraws an invitation. Its link stops working. */
export function withdrawInvitation(id: string): Promise<unknown> {
  return request(invitationPath(id), z.unknown(), { method: 'DELETE' })
}

/** Replaces the link of an invitation. @returns the new link */
export async function renewInvitation(id: string): Promise<string> {
  return (await request(`${invitationPath(id)}/renew`, invitationLink, { method: 'POST' })).link
}

/** Which roles require a second factor. */
export const secondFactorQuery = queryOptions({
  queryKey: ['people', 'second factor'],
  queryFn: ({ signal }) => request('/api/auth/second_factor_roles', secondFactorDemand, { signal }),
})

/** Sets which roles require a second factor. */
export function setSecondFactorRoles(roles: readonly Role[]): Promise<unknown> {
  return request('/api/auth/second_factor_roles', secondFactorRoles, { method: 'PUT', body: { roles } })
}
