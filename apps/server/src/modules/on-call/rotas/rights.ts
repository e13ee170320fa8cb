import { allow } from '@binnacle/contract/access'
import type { Actor } from '../../../platform/access/actor.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Reader, RotaRow } from './stored.ts'

/** Ids of the teams of a person. */
export async function teamsOf(reader: Reader, personId: string): Promise<ReadonlySet<string>> {
  const { rows } = await reader.query<{ team_id: string }>(
    'select team_id from core.team_members where person_id = $1',
    [personId],
  )
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

/** @throws RequestError if somebody may not change who is on call */
export async function requireMember(
  reader: Reader,
  rota: Pick<RotaRow, 'participants' | 'team_id'>,
  actor: Actor,
): Promise<void> {
  if (!mayOverride(rota, actor, await teamsOf(reader, actor.personId)))
    throw new RequestError('EFORBIDDEN', 'Only people of this rota and its team can change who is on call')
}
