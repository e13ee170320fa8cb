// What the verbs on rotas share.
import type { RotaForm } from '@binnacle/contract/on-call'
import type { ClientBase } from 'pg'
import { fieldError, RequestError } from '../../../platform/errors.ts'
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
export async function refuseMissing(client: ClientBase, { layers, teamId }: RotaForm): Promise<void> {
  for (const [place, { participants }] of layers.entries())
    await requirePeople(client, participants, `layers[${place}].participants`)
  if (teamId === null) return
  const { rowCount } = await client.query('select from core.teams where id = $1 and deleted_at is null', [
    teamId,
  ])
  if (rowCount === 0) refuseField('teamId', 'There is no team with this id')
}

function refuseField(path: string, message: string): never {
  throw fieldError(path, message)
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

/** @throws RequestError if another rota has the name */
export async function refuseTakenName(
  client: ClientBase,
  name: string,
  except: string | null,
): Promise<void> {
  const { rowCount } = await client.query(
    'select from core.on_call_rotas where name = $1 and deleted_at is null and id is distinct from $2',
    [name, except],
  )
  if (rowCount === 0) return
  const message = `There is a rota named "${name}" already`
  throw new RequestError('ECONFLICT', message, [{ path: 'name', message }])
}

/** The values of the columns that a form writes. */
export const valuesOf = ({ name, description, teamId, timeZone, layers, handoverNotices }: RotaForm) => [
  name,
  description === '' ? null : description,
  teamId,
  timeZone,
  JSON.stringify(layers),
  [...new Set(layers.flatMap(({ participants }) => participants))],
  handoverNotices,
]
