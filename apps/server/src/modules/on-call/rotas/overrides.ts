import type { OverrideForm } from '@binnacle/contract/on-call'
import { sql as fragment } from 'kysely'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { requireConsent, requireMember } from './rights.ts'
import { lockRota, requirePeople } from './rota.ts'
import type { RotaRow } from './stored.ts'

/** What a new override is. */
export interface NewOverride extends Pick<OverrideForm, 'personId' | 'reason'> {
  from: Date
  to: Date
  swapId: string | null
}

/** Somebody else may be on call now. */
async function forgetNextChange(client: ClientBase, rotaId: string): Promise<void> {
  await tablesOn(client)
    .updateTable('core.on_call_rotas')
    .set({ next_change_at: null })
    .where('id', '=', rotaId)
    .execute()
}

/** Writes an override. Later ones come before earlier ones. @returns its id */
export async function insertOverride(
  client: ClientBase,
  rota: RotaRow,
  { personId, from, to, reason, swapId }: NewOverride,
  actor: Actor,
): Promise<string> {
  const id = newId()
  await tablesOn(client)
    .insertInto('core.on_call_overrides')
    .values({
      id,
      rota_id: rota.id,
      person_id: personId,
      starts_at: from,
      ends_at: to,
      reason: reason === '' ? null : reason,
      swap_id: swapId,
      created_by: actor.personId,
      // Not now(): overrides of one transaction would be equally old, and the later one counts.
      created_at: fragment<Date>`clock_timestamp()`,
    })
    .execute()
  await forgetNextChange(client, rota.id)
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
  requireConsent(personId, actor)
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
  const before = await tablesOn(client)
    .selectFrom('core.on_call_overrides')
    .select(['rota_id', 'person_id', 'starts_at', 'ends_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (before === undefined) throw new RequestError('ENOTFOUND', 'There is no override with this id')
  const rota = await lockRota(client, before.rota_id)
  await requireMember(client, rota, actor)
  await tablesOn(client).deleteFrom('core.on_call_overrides').where('id', '=', id).execute()
  await forgetNextChange(client, rota.id)
  await audit(client, actor, {
    action: 'delete',
    resource: 'on_call_overrides',
    id,
    name: rota.name,
    before,
  })
}
