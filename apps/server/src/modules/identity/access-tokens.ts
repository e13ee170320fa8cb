import type { NotNull } from 'kysely'
import { covers, isRole, type Role } from '@binnacle/contract/access'
import { DAY, isUuid } from '@binnacle/contract/core'
import { digest, newToken } from '@binnacle/identity'
import { audit, type Originator } from '../../platform/audit.ts'
import { queryableOf } from '../../platform/database/index.ts'
import { RequestError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/access/actor.ts'
import type { Tables } from './tables.ts'
import type { KnownColumns } from '../../platform/database/columns.ts'

/** Prefix of every token, so that a leaked one is recognized. */
const PREFIX = 'binnacle_'
export const LONGEST_TOKEN_DAYS = 366
/** Milliseconds in which a further use of a token is not written again. */
const USED_MILLISECONDS = 60_000

export interface AccessToken {
  id: string
  name: string
  role: Role
  created_at: string
  expires_at: string
  last_used_at: string | null
}

export interface NewAccessToken {
  personId: string
  name: string
  role: Role
  days: number
}

const columns = ['id', 'name', 'role', 'created_at', 'expires_at', 'last_used_at'] as const

type TokenRow = KnownColumns<'core.access_tokens', (typeof columns)[number], { role: Role }>

function describe({ id, name, role, created_at, expires_at, last_used_at }: TokenRow): AccessToken {
  return {
    id,
    name,
    role,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }
}

/**
 * Creates a token that acts as a person, with its own role.
 * @param by who creates it
 * @param heldRoles roles of the creator; the token may not have more rights
 * @returns the token with the text that authenticates, which is not stored
 * @throws RequestError if the role is higher, or the person has a token of that name
 */
export async function createAccessToken(
  tables: Tables,
  { personId, name, role, days }: NewAccessToken,
  by: Originator,
  heldRoles: readonly Role[],
  now: Date,
): Promise<AccessToken & { token: string }> {
  if (!covers(heldRoles, role))
    throw new RequestError('EFORBIDDEN', 'A token may not have a higher role than its owner', [
      { path: 'role', message: 'This role is higher than yours' },
    ])
  const token = PREFIX + newToken()
  const row = await tables
    .insertInto('core.access_tokens')
    .values({
      person_id: personId,
      name,
      role,
      token_digest: digest(token),
      created_at: now,
      expires_at: new Date(now.getTime() + days * DAY),
    })
    .onConflict((conflict) => conflict.columns(['person_id', 'name']).doNothing())
    .returning(columns)
    .executeTakeFirst()
  if (row === undefined)
    throw new RequestError('ECONFLICT', `There is a token named "${name}" already`, [
      { path: 'name', message: 'There is a token of this name already' },
    ])
  const made = describe(row)
  await audit(queryableOf(tables), by, {
    action: 'create',
    resource: 'access_tokens',
    id: made.id,
    name,
    after: { name, role, expires_at: made.expires_at },
  })
  return { ...made, token }
}

/** The tokens of a person, the newest first. Expired ones are listed until they are removed. */
export async function accessTokensOf(tables: Tables, personId: string): Promise<AccessToken[]> {
  const rows = await tables
    .selectFrom('core.access_tokens')
    .select(columns)
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(describe)
}

/** Revokes a token. @throws RequestError if the person has no token with that id */
export async function removeAccessToken(tables: Tables, actor: Actor, id: string): Promise<void> {
  const removed = isUuid(id)
    ? await tables
        .deleteFrom('core.access_tokens')
        .where('id', '=', id)
        .where('person_id', '=', actor.personId)
        .returning(['name', 'role'])
        .executeTakeFirst()
    : undefined
  if (removed === undefined) throw new RequestError('ENOTFOUND', 'There is no such token')
  await audit(queryableOf(tables), actor, {
    action: 'delete',
    resource: 'access_tokens',
    id,
    name: removed.name,
    before: removed,
  })
}

/** The token in an Authorization header: a bearer token, or the password of basic authentication. */
export function tokenOf(authorization: string): string | undefined {
  const [scheme = '', credentials = ''] = authorization.trim().split(/\s+/)
  if (scheme.toLowerCase() === 'bearer') return credentials
  if (scheme.toLowerCase() !== 'basic') return undefined
  const pair = Buffer.from(credentials, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  return colon < 0 ? undefined : pair.slice(colon + 1)
}

/** The current roles of a token: its role, or those of its owner if they are lower. */
export function rolesOfToken(role: Role, heldRoles: readonly Role[]): readonly Role[] {
  return covers(heldRoles, role) ? [role] : heldRoles
}

/** Finds the owner of a valid token, and updates when the token was last used. */
export async function personOfToken(tables: Tables, token: string, now: Date) {
  if (!token.startsWith(PREFIX)) return undefined
  const row = await tables
    .selectFrom('core.access_tokens as token')
    .innerJoin('core.people as person', 'person.id', 'token.person_id')
    .select(['token.id', 'token.role', 'token.last_used_at', 'person_id', 'person.name', 'person.email'])
    .where('token_digest', '=', digest(token))
    .where('expires_at', '>', now)
    .where('person.active', '=', true)
    .where('person.deleted_at', 'is', null)
    // Only removed people have no address (people_email_in_use).
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirst()
  if (row === undefined || !isRole(row.role)) return undefined
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() > USED_MILLISECONDS)
    await tables
      .updateTable('core.access_tokens')
      .set({ last_used_at: now })
      .where('id', '=', row.id)
      .execute()
  return row
}
