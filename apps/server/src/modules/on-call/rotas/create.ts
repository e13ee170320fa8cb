import type { RotaForm } from '@binnacle/contract/on-call'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { newId } from '../../../platform/ids.ts'
import { lockRota, refuseMissing, refuseTakenName, valuesOf } from './rota.ts'

/** Creates a rota. @returns its id */
export async function createRota(client: ClientBase, form: RotaForm, actor: Actor): Promise<string> {
  await refuseMissing(client, form)
  await refuseTakenName(client, form.name, null)
  const id = newId()
  await tablesOn(client)
    .insertInto('core.on_call_rotas')
    .values({ id, ...valuesOf(form), created_by: actor.personId })
    .execute()
  const after = await lockRota(client, id)
  await audit(client, actor, { action: 'create', resource: 'on_call_rotas', id, name: form.name, after })
  return id
}
