import type { Role } from '@binnacle/contract/access'
import { hashPassword, normaliseEmail, parseEmail, passwordFault } from '@binnacle/identity'
import { audit } from '../../platform/audit.ts'
import { type Database, queryableOf } from '../../platform/database/index.ts'
import { RequestError } from '../../platform/errors.ts'
import { createAccessToken } from './access-tokens.ts'
import { rolesOf } from './authenticate.ts'
import { insertPerson } from './store/people.ts'
import type { IdentityTables } from './tables.ts'

/** The actor in the audit log. */
export const COMMAND_LINE = 'command line'

/**
 * Creates an account from the command line.
 * @param publicUrl address of the product, which passwords must not consist of
 * @throws RequestError if the address is invalid or taken, or the password is too weak
 */
export async function addPerson(
  database: Database,
  wanted: { email: string; name: string; role: Role; password: string },
  now: Date,
  publicUrl: string,
): Promise<void> {
  const email = parseEmail(wanted.email)
  if (!email.ok)
    throw new RequestError('EINVALID', `${wanted.email} is not an email address that can be used`)
  const fault = await passwordFault(wanted.password, {
    email: email.value,
    name: wanted.name,
    publicUrl,
  })
  if (fault !== undefined) throw new RequestError('EINVALID', fault.text)
  const passwordHash = await hashPassword(wanted.password)
  const { name, role } = wanted
  const account = { email: email.value, name, firstName: undefined, passwordHash, emailVerified: false, role }
  const person = await database.tables
    .$extendTables<IdentityTables>()
    .transaction()
    .execute(async (tables) => {
      const made = await insertPerson(tables, account, now)
      if (made !== undefined)
        await audit(queryableOf(tables), COMMAND_LINE, {
          action: 'create',
          resource: 'people',
          id: made.id,
          name,
          after: { email: made.email, name, roles: [role] },
        })
      return made
    })
  if (person === undefined) throw new RequestError('ECONFLICT', 'User already exists')
}

/**
 * Creates an access token from the command line.
 * @returns the text that authenticates
 * @throws RequestError if no person has the address, or the role is higher than theirs
 */
export async function addToken(
  database: Database,
  wanted: { email: string; name: string; role: Role; days: number },
  now: Date,
): Promise<string> {
  const tables = database.tables.$extendTables<IdentityTables>()
  const person = await tables
    .selectFrom('core.people')
    .select('id')
    .where('email', '=', normaliseEmail(wanted.email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (person === undefined) throw new RequestError('ENOTFOUND', `Nobody has the address ${wanted.email}`)
  const { name, role, days } = wanted
  const token = { personId: person.id, name, role, days }
  const made = await tables
    .transaction()
    .execute(async (within) =>
      createAccessToken(within, token, COMMAND_LINE, await rolesOf(within, person.id), now),
    )
  return made.token
}
