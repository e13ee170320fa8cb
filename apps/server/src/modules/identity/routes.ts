import { roles } from '@binnacle/contract'
import { hostname } from 'node:os'
import { z } from 'zod'
import { defineRoute, type Route } from '../../platform/http/route.ts'

const whoami = z.object({
  message: z.literal('success'),
  payload: z.object({
    user: z.object({ id: z.uuid(), name: z.string(), email: z.string(), avatar: z.string().nullable() }),
    roles: z.array(z.enum(roles)),
    hostname: z.string(),
  }),
})

/** Routes about the person who asks. */
export const identityRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/auth/whoami',
    summary: 'The person who asks, and their roles',
    access: 'signed-in',
    answer: whoami,
    handle: async ({ actor }) => ({
      message: 'success' as const,
      payload: {
        user: { id: actor.personId, name: actor.name, email: actor.email, avatar: null },
        roles: [...actor.roles],
        hostname: hostname(),
      },
    }),
  }),
]
