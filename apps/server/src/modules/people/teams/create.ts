import type { ClientBase } from 'pg'
import { audit } from '../../../platform/audit.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { newId } from '../../../platform/ids.ts'
import { lockTeam, refuseTakenName, type TeamRow } from './team.ts'

/**
 * Creates a team in the transaction of the caller.
 * @param id that its maker chose
 * @returns its id
 */
export async function createTeam(
  client: ClientBase,
  { name, icon, spec }: TeamRow,
  actor: Actor,
  id: string = newId(),
): Promise<string> {
  await refuseTakenName(client, name)
  await client.query(
    'insert into core.teams (id, name, icon, spec, created_by) values ($1, $2, $3, $4, $5)',
    [id, name, icon ?? null, JSON.stringify(spec), actor.personId],
  )
  const after = await lockTeam(client, id)
  await audit(client, actor, { action: 'create', resource: 'teams', id, name, after })
  return id
}
