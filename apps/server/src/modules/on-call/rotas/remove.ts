import { sql as fragment } from 'kysely'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { lockRota } from './rota.ts'

/** Takes a rota out of use. Policies that name it tell nobody in its place, and the readiness page says so. */
export async function removeRota(client: ClientBase, id: string, actor: Actor): Promise<void> {
  const before = await lockRota(client, id)
  await tablesOn(client)
    .updateTable('core.on_call_rotas')
    .set({ deleted_at: fragment<Date>`now()` })
    .where('id', '=', id)
    .execute()
  await audit(client, actor, { action: 'delete', resource: 'on_call_rotas', id, name: before.name, before })
}
