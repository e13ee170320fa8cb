import type { RotaForm } from '@binnacle/contract/on-call'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { lockRota, refuseMissing, refuseTakenName, valuesOf } from './rota.ts'

/** Changes a rota. Overrides and swaps stay. */
export async function updateRota(
  client: ClientBase,
  id: string,
  form: RotaForm,
  actor: Actor,
): Promise<void> {
  const before = await lockRota(client, id)
  await refuseMissing(client, form)
  await refuseTakenName(client, form.name, id)
  await client.query(
    `update core.on_call_rotas
     set name = $2, description = $3, team_id = $4, time_zone = $5, layers = $6, participants = $7,
       handover_notices = $8, next_change_at = null
     where id = $1`,
    [id, ...valuesOf(form)],
  )
  const after = await lockRota(client, id)
  await audit(client, actor, {
    action: 'update',
    resource: 'on_call_rotas',
    id,
    name: form.name,
    before,
    after,
  })
}
