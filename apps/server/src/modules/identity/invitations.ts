import type { Role } from '@binnacle/contract/access'
import { digest, mails as texts, newToken, parseEmail } from '@binnacle/identity'
import type { PoolClient } from 'pg'
import type { Configuration } from '../../platform/configuration.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'
import { RequestError } from '../../platform/errors.ts'
import type { Mails } from '../../platform/mail/index.ts'
import type { IdentityTables } from './tables.ts'

const INVITATION_DAYS = 7

export interface InvitationRequest {
  email: string
  firstName: string
  lastName: string
  role: Role
  /** Id of the inviting person. Undefined for the command line. */
  invitedBy: string | undefined
}

export interface Invitation {
  /** URL at which the invited person creates the account. */
  link: string
  /** The secret in the link. Not stored. */
  code: string
}

export interface InvitationOptions {
  configuration: Pick<Configuration, 'publicUrl' | 'registration'>
  now: () => Date
  /** Sends the link. If undefined, the inviting person passes it on. */
  mails: Mails | undefined
}

/**
 * Invites a person to create an account with a role. Earlier invitations of the same address end.
 * @param within connection of the transaction that the invitation belongs to
 * @throws RequestError if the address is invalid or has an account, or registration is closed
 */
export async function createInvitation(
  within: PoolClient,
  wanted: InvitationRequest,
  { configuration, now, mails }: InvitationOptions,
): Promise<Invitation> {
  if (configuration.registration === 'closed')
    throw new RequestError('EFORBIDDEN', 'Registration is closed: nobody can be invited')
  const email = parseEmail(wanted.email)
  if (!email.ok)
    throw new RequestError('EINVALID', 'This is not an email address that can be used', [
      { path: 'email', message: 'This is not an email address that can be used' },
    ])
  const tables = tablesOn<IdentityTables>(within)
  const taken = await tables
    .selectFrom('core.people')
    .select('id')
    .where('email', '=', email.value)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (taken !== undefined) throw new RequestError('ECONFLICT', 'User already exists')
  const code = newToken()
  const created = now()
  const expires = new Date(created.getTime() + INVITATION_DAYS * 86_400_000)
  await tables
    .deleteFrom('core.invitations')
    .where('email', '=', email.value)
    .where('used_at', 'is', null)
    .execute()
  await tables
    .insertInto('core.invitations')
    .values({
      email: email.value,
      first_name: wanted.firstName.trim(),
      last_name: wanted.lastName.trim(),
      role: wanted.role,
      token_digest: digest(code),
      invited_by: wanted.invitedBy ?? null,
      created_at: created,
      expires_at: expires,
    })
    .execute()
  // The link leads to the server, which creates the form and redirects to it: other clients know only forms that
  // exist.
  const link = `${configuration.publicUrl}/api/.ory/self-service/registration/browser?invitation=${code}`
  await mails?.queue(within, texts.invitation(email.value, link, INVITATION_DAYS))
  return { link, code }
}
