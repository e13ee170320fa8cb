import type { OverrideForm, RotaForm } from '@binnacle/contract/on-call'
import type { ClientBase } from 'pg'
import { audit } from '../../../platform/audit.ts'
import { RequestError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import { requireMember } from './rights.ts'
import type { RotaRow } from './stored.ts'

const columns = 'id, name, description, team_id, time_zone, layers, participants, handover_notices'

/** Reads a rota and keeps others from changing it until the transaction ends. @throws RequestError without one */
export async function lockRota(client: ClientBase, id: string): Promise<RotaRow> {
  const { rows } = await client.query<RotaRow>(
    `select ${columns} from core.on_call_rotas where id = $1 and deleted_at is null for no key update`,
    [id],
  )
  const [row] = rows
  if (row === undefined) throw new RequestError('ENOTFOUND', 'There is no rota with this id')
  return row
}

/** @throws RequestError that names the field if people or the team do not exist */
async function refuseMissing(client: ClientBase, { layers, teamId }: RotaForm): Promise<void> {
  for (const [place, { participants }] of layers.entries())
    await requirePeople(client, participants, `layers[${place}].participants`)
  if (teamId === null) return
  const { rowCount } = await client.query('select from core.teams where id = $1 and deleted_at is null', [
    teamId,
  ])
  if (rowCount === 0) refuseField('teamId', 'There is no team with this id')
}

function refuseField(path: string, message: string): never {
  throw new RequestError('EINVALID', message, [{ path, message }])
}

/** @throws RequestError at a field if one of the people does not exist or cannot sign in */
export async function requirePeople(client: ClientBase, ids: readonly string[], path: string): Promise<void> {
  const wanted = [...new Set(ids)]
  const { rowCount } = await client.query(
    'select from core.people where id = any($1) and deleted_at is null and active',
    [wanted],
  )
  if (rowCount !== wanted.length) refuseField(path, 'Choose people who have an active account')
}

async function refuseTakenName(client: ClientBase, name: string, except: string | null): Promise<void> {
  const { rowCount } = await client.query(
    'select from core.on_call_rotas where name = $1 and deleted_at is null and id is distinct from $2',
    [name, except],
  )
  if (rowCount === 0) return
  const message = `There is a rota named "${name}" already`
  throw new RequestError('ECONFLICT', message, [{ path: 'name', message }])
}

const valuesOf = ({ name, description, teamId, timeZone, layers, handoverNotices }: RotaForm) => [
  name,
  description === '' ? null : description,
  teamId,
  timeZone,
  JSON.stringify(layers),
  [...new Set(layers.flatMap(({ participants }) => participants))],
  handoverNotices,
]

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

/** Takes a rota out of use. Policies that name it tell nobody in its place, and the readiness page says so. */
export async function removeRota(client: ClientBase, id: string, actor: Actor): Promise<void> {
  const before = await lockRota(client, id)
  await client.query('update core.on_call_rotas set deleted_at = now() where id = $1', [id])
  await audit(client, actor, { action: 'delete', resource: 'on_call_rotas', id, name: before.name, before })
}

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
