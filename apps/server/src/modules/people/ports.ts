import type { Invitation, InvitationLink } from '@binnacle/contract/people'
import type { ClientBase, PoolClient } from 'pg'
import type { Actor } from '../../platform/access/actor.ts'
import { definePort } from '../../platform/port.ts'

/** What this module needs of the one that knows how people sign in. */
export interface PeopleAccounts {
  /**
   * Invites someone who has no account, in the transaction of the caller.
   * @param invitation with the id of the person who invites
   * @returns the link to hand to them, and the code in it
   * @throws RequestError with ECONFLICT where the address is taken
   */
  createInvitation(
    client: PoolClient,
    invitation: Invitation & { invitedBy: string },
  ): Promise<InvitationLink>
  /**
   * Withdraws an invitation.
   * @returns whether there was an open one with this id
   */
  withdrawInvitation(id: string, by: Actor): Promise<boolean>
  /** Ends every session of someone, in the transaction of the caller. */
  endSessions(client: ClientBase, personId: string, by: Actor): Promise<void>
  /** Takes away everything that someone could sign in with, in the transaction of the caller. */
  removeCredentials(client: ClientBase, personId: string): Promise<void>
}

/** Counts unhealthy checks for the frame of every page. Offered by the module of checks. */
export const unhealthyChecks = definePort<{
  /** Returns null for someone who may not see checks. */
  count(actor: Actor): Promise<number | null>
}>('the number of unhealthy checks')

/** Counts open alerts that wait for a person, for the frame of every page. Offered by the module of notifications. */
export const waitingAlerts = definePort<{
  /** Returns null for someone who may not see alerts. */
  count(actor: Actor): Promise<{ count: number; critical: number } | null>
}>('the number of alerts that wait for a person')

/** Tells the frame of every page why the product itself cannot see. Offered by the module that watches the product. */
export const frameBlindness = definePort<{
  /** Returns null if it can see, and for someone who may not know. */
  reason(actor: Actor): Promise<string | null>
}>('why the product cannot see')

/** Offered by the module that knows how people sign in. */
export const peopleAccounts = definePort<PeopleAccounts>('the accounts of people')
