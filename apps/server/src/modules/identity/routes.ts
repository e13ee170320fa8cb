import { roles } from '@binnacle/contract/access'
import { chosenRole } from '@binnacle/contract/people'
import { z } from 'zod'
import { requireChosenPassword } from '../../platform/access/chosen-password.ts'
import { RequestError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/access/actor.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { accessTokensOf, createAccessToken, LONGEST_TOKEN_DAYS, removeAccessToken } from './access-tokens.ts'
import type { Tables } from './tables.ts'

const accessToken = z.object({
  id: z.uuid(),
  name: z.string(),
  role: z.enum(roles),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
})

const newAccessToken = z.strictObject({
  name: z.string().trim().min(1, 'A token needs a name').max(100, 'A name has at most 100 characters'),
  role: chosenRole,
  days: z.int().min(1).max(LONGEST_TOKEN_DAYS).default(90),
})

/** A stolen session must not create a token that outlives it, and a token must not create another token. */
function requirePrivileged(actor: Actor): void {
  if (actor.tokenId !== undefined)
    throw new RequestError('EFORBIDDEN', 'Tokens are managed by people who are signed in, not with a token')
  requireChosenPassword(actor)
  if (actor.privileged !== true)
    throw new RequestError('EREAUTHENTICATE', 'Confirm that it is you: sign in again')
}

/** Routes for the sender's own access tokens. */
export function identityRoutes(tables: Tables, now: () => Date): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/auth/tokens',
      summary: 'Access tokens of the person who asks',
      access: 'signed-in',
      answer: z.array(accessToken),
      handle: ({ actor }) => accessTokensOf(tables, actor.personId),
    }),
    defineRoute({
      method: 'POST',
      path: '/auth/tokens',
      summary: 'Make an access token; its text is in this answer only',
      access: 'signed-in',
      body: newAccessToken,
      answer: accessToken.extend({ token: z.string() }),
      status: 201,
      handle: ({ actor, body }) => {
        requirePrivileged(actor)
        return tables
          .transaction()
          .execute((within) =>
            createAccessToken(within, { ...body, personId: actor.personId }, actor, actor.roles, now()),
          )
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/auth/tokens/{id}',
      summary: 'Revoke an access token',
      access: 'signed-in',
      params: z.object({ id: z.string() }),
      answer: z.object({ id: z.string() }),
      handle: async ({ actor, params }) => {
        await tables.transaction().execute((within) => removeAccessToken(within, actor, params.id))
        return { id: params.id }
      },
    }),
  ]
}
