import type { RotaForm } from '@binnacle/contract/on-call'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { newId } from '../../../platform/ids.ts'
import { lockRota, refuseMissing, refuseTakenName, valuesOf } from './rota.ts'

/** Creates a rota. @returns its id */
export async function createRota(client: ClientBase, form: RotaForm, actor: Actor): Promise<string> {
  await refuseMissing(client, form)
  await refuseTakenName(client, form.name, null)
  const id = newId()
  await client.query(
    `insert into core.on_call_rotas
       (id, name, description, team_id, time_zone, layers, participants, handover_notices, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, ...valuesOf(form), actor.personId],
  )
  const after = await lockRota(client, id)
  await audit(client, actor, { action: 'create', resource: 'on_call_rotas', id, name: form.name, after })
  return id
}
