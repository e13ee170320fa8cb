import type { Invitation, InvitationLink } from '@binnacle/contract/people'
import { normaliseEmail } from '@binnacle/identity'
import type { Pool } from 'pg'
import { audit } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import type { PeopleAccounts } from '../ports.ts'
import { refuseTakenEmail } from './person.ts'

/** Invites a person with a role. @returns the link for the invited person */
export function inviteUser(
  { pool, accounts }: { pool: Pool; accounts: PeopleAccounts },
  input: Invitation,
  actor: Actor,
): Promise<InvitationLink> {
  return inTransaction(pool, async (client) => {
    const invitation = { ...input, email: normaliseEmail(input.email) }
    await refuseTakenEmail(client, invitation.email)
    await audit(client, actor, {
      action: 'invite',
      resource: 'people',
      id: invitation.email,
      name: `${invitation.firstName} ${invitation.lastName}`,
      after: invitation,
    })
    return accounts.createInvitation(client, { ...invitation, invitedBy: actor.personId })
  })
}
