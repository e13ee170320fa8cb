import { isUuid } from '@binnacle/contract/core'
import type { InvitationLink, OpenInvitation } from '@binnacle/contract/people'
import type { PoolClient } from 'pg'
import { audit } from '../../platform/audit.ts'
import { type Database, inTransaction, queryableOf } from '../../platform/database/index.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'
import { RequestError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/access/actor.ts'
import { createInvitation, type InvitationOptions } from './invitations.ts'
import type { IdentityTables, Tables } from './tables.ts'

const open = (tables: Tables, now: Date) =>
  tables
    .selectFrom('core.invitations as invitation')
    .leftJoin('core.people as inviter', 'inviter.id', 'invitation.invited_by')
    .select([
      'invitation.id',
      'invitation.email',
      'invitation.first_name',
      'invitation.last_name',
      'invitation.role',
      'invitation.created_at',
      'invitation.expires_at',
      'inviter.id as inviter_id',
      'inviter.name as inviter_name',
    ])
    .where('invitation.used_at', 'is', null)
    .where('invitation.expires_at', '>', now)

/** Invitations that are still valid, the newest first. */
export async function openInvitations(tables: Tables, now: Date): Promise<OpenInvitation[]> {
  const rows = await open(tables, now).orderBy('invitation.created_at', 'desc').execute()
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    invited_by:
      row.inviter_id === null || row.inviter_name === null
        ? null
        : { id: row.inviter_id, name: row.inviter_name },
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }))
}

/** The error that an invitation does not exist. */
export const noInvitation = () =>
  new RequestError(
    'ENOTFOUND',
    'This invitation is no longer open: it was used or withdrawn, or it has expired',
  )

/**
 * Withdraws an invitation. Its link stops working, even if the form is already open.
 * @returns whether it was open
 */
export async function withdrawInvitation(
  tables: Tables,
  id: string,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  const withdrawn = isUuid(id)
    ? await tables
        .deleteFrom('core.invitations')
        .where('id', '=', id)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returning(['email', 'first_name', 'last_name', 'role'])
        .executeTakeFirst()
    : undefined
  if (withdrawn === undefined) return false
  const { email, first_name, last_name, role } = withdrawn
  await audit(queryableOf(tables), actor, {
    action: 'withdraw invitation',
    resource: 'people',
    id: email,
    name: `${first_name} ${last_name}`,
    before: { email, role },
  })
  return true
}

/**
 * Gives an invitation a new link with its full lifetime, and emails the link. The old link ends. The link cannot be
 * shown again, because only its digest is stored.
 * @throws RequestError ENOTFOUND if the invitation is not open, ECONFLICT if the address has an account by now
 */
export function renewInvitation(
  database: Pick<Database, 'pool'>,
  id: string,
  actor: Actor,
  options: InvitationOptions,
): Promise<InvitationLink> {
  return inTransaction(database.pool, async (client: PoolClient) => {
    if (!isUuid(id)) throw noInvitation()
    const invitation = await tablesOn<IdentityTables>(client)
      .selectFrom('core.invitations')
      .select(['email', 'first_name as firstName', 'last_name as lastName', 'role'])
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .where('expires_at', '>', options.now())
      .forUpdate()
      .executeTakeFirst()
    if (invitation === undefined) throw noInvitation()
    await audit(client, actor, {
      action: 'renew invitation',
      resource: 'people',
      id: invitation.email,
      name: `${invitation.firstName} ${invitation.lastName}`,
      after: { email: invitation.email, role: invitation.role },
    })
    return createInvitation(client, { ...invitation, invitedBy: actor.personId }, options)
  })
}
