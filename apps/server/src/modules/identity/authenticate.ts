import type { Role } from '@binnacle/contract/access'
import { type IdentityService, isComplete, isRecovered, lacksDemandedFactor } from '@binnacle/identity'
import { parse as parseCookies } from 'hono/utils/cookie'
import type { Actor } from '../../platform/access/actor.ts'
import { anyOf } from '../../platform/database/tables-on.ts'
import { askTogether } from '../../platform/database/together.ts'
import { personOfToken, rolesOfToken, tokenOf } from './access-tokens.ts'
import { RequestError } from '../../platform/errors.ts'
import { lacksDemandedFactor as tokenLacksFactor } from './second-factor.ts'
import type { Tables } from './tables.ts'

/** Roles that a person holds. */
export async function rolesOf(tables: Tables, personId: string): Promise<Role[]> {
  return (await rolesOfAll(tables, [personId])).get(personId) ?? []
}

/** Roles that people hold, by the id of the person. Who holds none is left out. */
async function rolesOfAll(tables: Tables, personIds: readonly string[]): Promise<Map<string, Role[]>> {
  const roleRows = await tables
    .selectFrom('core.people_roles')
    .select(['person_id', 'role'])
    .where('person_id', '=', anyOf(personIds))
    .execute()
  const byPerson = Map.groupBy(roleRows, (row) => row.person_id)
  return new Map([...byPerson].map(([id, rows]) => [id, rows.map(({ role }) => role)]))
}

export interface AuthenticationOptions {
  tables: Tables
  service: IdentityService
  now: () => Date
  /** Name of the cookie of a session. */
  sessionCookie: string
  /** Returns the roles that currently demand a second factor. */
  demandedRoles: () => readonly Role[]
}

const factorMissing = () =>
  new RequestError('ESECONDFACTOR', 'Your role requires a second factor. Set one up to continue')

/**
 * Authenticates a request: by a token in its Authorization header, otherwise by the cookie of a session that lacks no
 * second factor. Returns undefined for a stranger.
 * @throws RequestError ESECONDFACTOR if the person's role demands a second factor that they have not set up; this
 * blocks their tokens too
 */
export function createAuthentication(options: AuthenticationOptions) {
  const { tables, service, now, sessionCookie, demandedRoles } = options
  const findRoles = askTogether((personIds: readonly string[]) => rolesOfAll(tables, personIds))
  async function byToken(authorization: string): Promise<Actor | undefined> {
    const token = tokenOf(authorization)
    const row = token === undefined ? undefined : await personOfToken(tables, token, now())
    if (row === undefined) return undefined
    const heldRoles = await rolesOf(tables, row.person_id)
    if (await tokenLacksFactor(tables, row.person_id, heldRoles, demandedRoles())) throw factorMissing()
    return {
      personId: row.person_id,
      name: row.name,
      email: row.email,
      roles: rolesOfToken(row.role, heldRoles),
      tokenId: row.id,
      privileged: false,
    }
  }

  return async (headers: Headers): Promise<Actor | undefined> => {
    const authorization = headers.get('authorization')
    // A valid cookie must not make up for a wrong token.
    if (authorization !== null) return byToken(authorization)
    const token = parseCookies(headers.get('cookie') ?? '', sessionCookie)[sessionCookie]
    const session = token === undefined ? undefined : await service.session(token)
    if (session === undefined || !isComplete(session)) return undefined
    if (lacksDemandedFactor(session)) throw factorMissing()
    return {
      personId: session.person.id,
      name: session.person.name,
      email: session.person.email,
      roles: (await findRoles(session.person.id)) ?? [],
      sessionId: session.id,
      privileged: service.isPrivileged(session),
      recovered: isRecovered(session),
    }
  }
}
