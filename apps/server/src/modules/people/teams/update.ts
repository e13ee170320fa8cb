import type { Row } from '@binnacle/data-api'
import type { ClientBase } from 'pg'
import { audit } from '../../../platform/audit.ts'
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
  await client.query('update core.teams set name = $2, icon = $3, spec = $4, deleted_at = $5 where id = $1', [
    id,
    name,
    icon ?? null,
    JSON.stringify(spec),
    deletedAt,
  ])
  const after = await lockTeam(client, id)
  await audit(client, actor, { action: 'update', resource: 'teams', id, name, before, after })
}
