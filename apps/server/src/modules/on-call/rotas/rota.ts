// What the verbs on rotas share.
import type { RotaForm } from '@binnacle/contract/on-call'
import type { ClientBase } from 'pg'
import { anyOf, tablesOn } from '../../../platform/database/tables-on.ts'
import { fieldError, RequestError } from '../../../platform/errors.ts'
import { rotaColumns, type RotaRow } from './stored.ts'

/** Reads a rota and keeps others from changing it until the transaction ends. @throws RequestError without one */
export async function lockRota(client: ClientBase, id: string): Promise<RotaRow> {
  const row = await tablesOn(client)
    .selectFrom('core.on_call_rotas')
    .select(rotaColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new RequestError('ENOTFOUND', 'There is no rota with this id')
  return row
}

/** @throws RequestError that names the field if people or the team do not exist */
export async function refuseMissing(client: ClientBase, { layers, teamId }: RotaForm): Promise<void> {
  for (const [place, { participants }] of layers.entries())
    await requirePeople(client, participants, `layers[${place}].participants`)
  if (teamId === null) return
  const team = await tablesOn(client)
    .selectFrom('core.teams')
    .select('id')
    .where('id', '=', teamId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (team === undefined) refuseField('teamId', 'There is no team with this id')
}

function refuseField(path: string, message: string): never {
  throw fieldError(path, message)
}

/** @throws RequestError at a field if one of the people does not exist or cannot sign in */
export async function requirePeople(client: ClientBase, ids: readonly string[], path: string): Promise<void> {
  const wanted = [...new Set(ids)]
  const people = await tablesOn(client)
    .selectFrom('core.people')
    .select('id')
    .where('id', '=', anyOf(wanted))
    .where('deleted_at', 'is', null)
    .where('active', '=', true)
    .execute()
  if (people.length !== wanted.length) refuseField(path, 'Choose people who have an active account')
}

/** @throws RequestError if another rota has the name */
export async function refuseTakenName(
  client: ClientBase,
  name: string,
  except: string | null,
): Promise<void> {
  const other = await tablesOn(client)
    .selectFrom('core.on_call_rotas')
    .select('id')
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .where('id', 'is distinct from', except)
    .executeTakeFirst()
  if (other === undefined) return
  const message = `There is a rota named "${name}" already`
  throw new RequestError('ECONFLICT', message, [{ path: 'name', message }])
}

/** The values of the columns that a form writes. */
export const valuesOf = ({ name, description, teamId, timeZone, layers, handoverNotices }: RotaForm) => ({
  name,
  description: description === '' ? null : description,
  team_id: teamId,
  time_zone: timeZone,
  layers: JSON.stringify(layers),
  participants: [...new Set(layers.flatMap(({ participants }) => participants))],
  handover_notices: handoverNotices,
})
