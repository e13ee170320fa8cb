import type { Row } from '@binnacle/data-api'
import type { ClientBase } from 'pg'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { parseRow } from '../../../platform/data/rows.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import { lockTeam, refuseForeign, refuseTakenName, teamRow } from './team.ts'

/** Changes name, icon and spec of a team in the transaction of the caller; `deleted_at: null` takes it into use again. */
export async function updateTeam(client: ClientBase, id: string, changes: Row, actor: Actor): Promise<void> {
  const before = await lockTeam(client, id)
  refuseForeign(before)
  const { name, icon, spec } = parseRow(teamRow, { ...before, ...changes })
  const deletedAt = changes['deleted_at'] === null ? null : before.deleted_at
  if (deletedAt === null) await refuseTakenName(client, name, id)
  await tablesOn(client)
    .updateTable('core.teams')
    .set({ name, icon: icon ?? null, spec: JSON.stringify(spec), deleted_at: deletedAt })
    .where('id', '=', id)
    .execute()
  const after = await lockTeam(client, id)
  await audit(client, actor, { action: 'update', resource: 'teams', id, name, before, after })
}
