import type { UI_SOURCE } from '@binnacle/contract/core'
import type { ClientBase } from 'pg'
import { audit } from '../../../platform/audit.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { newId } from '../../../platform/ids.ts'
import { lockTeam, refuseTakenName, type TeamRow } from './team.ts'

/** What the maker of a team says besides its content. */
export interface NewTeam {
  id?: string | undefined
  /** null where the API makes it for a client that names none */
  source: typeof UI_SOURCE | null
}

/**
 * Creates a team in the transaction of the caller.
 * @returns its id
 */
export async function createTeam(
  client: ClientBase,
  { name, icon, spec }: TeamRow,
  actor: Actor,
  { id = newId(), source }: NewTeam,
): Promise<string> {
  await refuseTakenName(client, name)
  await tablesOn(client)
    .insertInto('core.teams')
    .values({ id, name, icon: icon ?? null, spec: JSON.stringify(spec), source, created_by: actor.personId })
    .execute()
  const after = await lockTeam(client, id)
  await audit(client, actor, { action: 'create', resource: 'teams', id, name, after })
  return id
}
