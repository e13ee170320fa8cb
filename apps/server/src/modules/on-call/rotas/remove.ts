import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { lockRota } from './rota.ts'

/** Takes a rota out of use. Policies that name it tell nobody in its place, and the readiness page says so. */
export async function removeRota(client: ClientBase, id: string, actor: Actor): Promise<void> {
  const before = await lockRota(client, id)
  await client.query('update core.on_call_rotas set deleted_at = now() where id = $1', [id])
  await audit(client, actor, { action: 'delete', resource: 'on_call_rotas', id, name: before.name, before })
}
