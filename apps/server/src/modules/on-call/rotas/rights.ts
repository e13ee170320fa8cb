import { allow } from '@binnacle/contract/access'
import type { Actor } from '../../../platform/access/actor.ts'
import { type Connection, tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { RotaRow } from './stored.ts'

/** Ids of the teams of a person. */
export async function teamsOf(reader: Connection, personId: string): Promise<ReadonlySet<string>> {
  const rows = await tablesOn(reader)
    .selectFrom('core.team_members')
    .select('team_id')
    .where('person_id', '=', personId)
    .execute()
  return new Set(rows.map(({ team_id: id }) => id))
}

/** Whether somebody may change who is on call: those who take part, their team, and those who change the rota. */
export function mayOverride(
  { participants, team_id: teamId }: Pick<RotaRow, 'participants' | 'team_id'>,
  { personId, roles }: Actor,
  teams: ReadonlySet<string>,
): boolean {
  return (
    allow(roles, 'notifications', 'write') ||
    participants.includes(personId) ||
    (teamId !== null && teams.has(teamId))
  )
}

/** @throws RequestError if somebody puts another person on call who has not agreed */
export function requireConsent(personId: string, actor: Actor): void {
  if (personId !== actor.personId && !allow(actor.roles, 'notifications', 'write'))
    throw new RequestError(
      'EFORBIDDEN',
      'You can take the shift yourself. To give it to somebody else, ask for a swap, which they accept',
    )
}

/** @throws RequestError if somebody may not change who is on call */
export async function requireMember(
  reader: Connection,
  rota: Pick<RotaRow, 'participants' | 'team_id'>,
  actor: Actor,
): Promise<void> {
  if (!mayOverride(rota, actor, await teamsOf(reader, actor.personId)))
    throw new RequestError('EFORBIDDEN', 'Only people of this rota and its team can change who is on call')
}
