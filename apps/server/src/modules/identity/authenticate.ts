import type { Role } from '@binnacle/contract/access'
import { type IdentityService, isComplete, isRecovered, lacksDemandedFactor } from '@binnacle/identity'
import { parse as parseCookies } from 'hono/utils/cookie'
import type { Actor } from '../../platform/access/actor.ts'
import { personOfToken, rolesOfToken, tokenOf } from './access-tokens.ts'
import { RequestError } from '../../platform/errors.ts'
import { lacksDemandedFactor as tokenLacksFactor } from './second-factor.ts'
import type { Tables } from './tables.ts'

/** Roles that a person holds. */
export async function rolesOf(tables: Tables, personId: string): Promise<Role[]> {
  const held = await tables
    .selectFrom('core.people_roles')
    .select('role')
    .where('person_id', '=', personId)
    .execute()
  return held.map((row) => row.role)
}

export interface AuthenticationOptions {
  tables: Tables
  service: IdentityService
  now: () => Date
  /** Name of the cookie of a session. */
  sessionCookie: string
  /** Roles that demand a second factor at present. */
  demandedRoles: () => readonly Role[]
}

const factorMissing = () =>
  new RequestError('ESECONDFACTOR', 'Your role requires a second factor. Set one up to continue')

/**
 * Who a request comes from: by a token in its Authorization header, else by the cookie of a session that lacks no
 * second factor. Undefined for a stranger.
 * @throws RequestError ESECONDFACTOR for somebody whose role demands a second factor that they have not set up; their
 * tokens wait for it too
 */
export function createAuthentication(options: AuthenticationOptions) {
  const { tables, service, now, sessionCookie, demandedRoles } = options
  async function byToken(authorization: string): Promise<Actor | undefined> {
    const token = tokenOf(authorization)
    const row = token === undefined ? undefined : await personOfToken(tables, token, now())
    if (row === undefined) return undefined
    const held = await rolesOf(tables, row.person_id)
    if (await tokenLacksFactor(tables, row.person_id, held, demandedRoles())) throw factorMissing()
    return {
      personId: row.person_id,
      name: row.name,
      email: row.email,
      roles: rolesOfToken(row.role, held),
      tokenId: row.id,
      privileged: false,
    }
  }

  return async (headers: Headers): Promise<Actor | undefined> => {
    const authorization = headers.get('authorization')
    // A wrong token is not made up for by a cookie that happens to come along.
    if (authorization !== null) return byToken(authorization)
    const token = parseCookies(headers.get('cookie') ?? '', sessionCookie)[sessionCookie]
    const session = token === undefined ? undefined : await service.session(token)
    if (session === undefined || !isComplete(session)) return undefined
    if (lacksDemandedFactor(session)) throw factorMissing()
    return {
      personId: session.person.id,
      name: session.person.name,
      email: session.person.email,
      roles: await rolesOf(tables, session.person.id),
      sessionId: session.id,
      privileged: service.isPrivileged(session),
      recovered: isRecovered(session),
    }
  }
}
