import type { OverrideForm } from '@binnacle/contract/on-call'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { RequestError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { requireMember } from './rights.ts'
import { lockRota, requirePeople } from './rota.ts'
import type { RotaRow } from './stored.ts'

/** What a new override is. */
export interface NewOverride extends Pick<OverrideForm, 'personId' | 'reason'> {
  from: Date
  to: Date
  swapId: string | null
}

/** Writes an override. Later ones come before earlier ones. @returns its id */
export async function insertOverride(
  client: ClientBase,
  rota: RotaRow,
  { personId, from, to, reason, swapId }: NewOverride,
  actor: Actor,
): Promise<string> {
  const id = newId()
  await client.query(
    // Not now(): overrides of one transaction would be equally old, and the later one counts.
    `insert into core.on_call_overrides
       (id, rota_id, person_id, starts_at, ends_at, reason, swap_id, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp())`,
    [id, rota.id, personId, from, to, reason === '' ? null : reason, swapId, actor.personId],
  )
  // Somebody else may be on call now.
  await client.query('update core.on_call_rotas set next_change_at = null where id = $1', [rota.id])
  await audit(client, actor, {
    action: 'create',
    resource: 'on_call_overrides',
    id,
    name: rota.name,
    after: { rota_id: rota.id, person_id: personId, starts_at: from, ends_at: to, reason, swap_id: swapId },
  })
  return id
}

/** Replaces the person on call. @returns the id of the override */
export async function addOverride(
  client: ClientBase,
  rotaId: string,
  { personId, reason, from, to }: OverrideForm,
  actor: Actor,
): Promise<string> {
  const rota = await lockRota(client, rotaId)
  await requireMember(client, rota, actor)
  await requirePeople(client, [personId], 'personId')
  return insertOverride(
    client,
    rota,
    { personId, reason, from: new Date(from), to: new Date(to), swapId: null },
    actor,
  )
}

/** Removes an override. */
export async function removeOverride(client: ClientBase, id: string, actor: Actor): Promise<void> {
  const { rows } = await client.query<{ rota_id: string; person_id: string; starts_at: Date; ends_at: Date }>(
    'select rota_id, person_id, starts_at, ends_at from core.on_call_overrides where id = $1',
    [id],
  )
  const [before] = rows
  if (before === undefined) throw new RequestError('ENOTFOUND', 'There is no override with this id')
  const rota = await lockRota(client, before.rota_id)
  await requireMember(client, rota, actor)
  await client.query('delete from core.on_call_overrides where id = $1', [id])
  await client.query('update core.on_call_rotas set next_change_at = null where id = $1', [rota.id])
  await audit(client, actor, {
    action: 'delete',
    resource: 'on_call_overrides',
    id,
    name: rota.name,
    before,
  })
}
