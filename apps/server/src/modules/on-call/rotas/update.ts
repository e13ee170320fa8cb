import type { RotaForm } from '@binnacle/contract/on-call'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
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
  await tablesOn(client)
    .updateTable('core.on_call_rotas')
    .set({ ...valuesOf(form), next_change_at: null })
    .where('id', '=', id)
    .execute()
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
