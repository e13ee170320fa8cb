import { type Layer, layer, type OnCallPerson } from '@binnacle/contract/on-call'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Columns, KnownColumns } from '../../../platform/database/columns.ts'
import type { Stretch } from '../schedule/rotation.ts'
import type { OverrideStretch, Schedule } from '../schedule/shifts.ts'

/** A pool, or a connection in a transaction. */
export type Reader = Pick<Pool, 'query'>

export type RotaRow = Columns<
  'core.on_call_rotas',
  'id' | 'name' | 'description' | 'team_id' | 'time_zone' | 'layers' | 'participants' | 'handover_notices'
>

/** A rota with what decides who is on call in a range. */
export interface LoadedRota {
  row: RotaRow
  layers: readonly Layer[]
  schedule: Schedule
}

/** Names of people, and whether they can be called. */
export interface PeopleNames {
  person(id: string): OnCallPerson
  isPresent(id: string): boolean
}

const layerList = z.array(layer)

const columns = 'id, name, description, team_id, time_zone, layers, participants, handover_notices'

type OverrideRow = KnownColumns<
  'core.on_call_overrides',
  'id' | 'rota_id' | 'person_id' | 'starts_at' | 'ends_at',
  object
>

/** Reads the names of people, those whose account is closed included. */
export async function loadNames(reader: Reader, ids: Iterable<string>): Promise<PeopleNames> {
  const { rows } = await reader.query<{ id: string; name: string; present: boolean }>(
    'select id, name, deleted_at is null and active as present from core.people where id = any($1)',
    [[...new Set(ids)]],
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  return {
    person: (id) => ({ id, name: known.get(id)?.name ?? '' }),
    isPresent: (id) => known.get(id)?.present === true,
  }
}

/** Which rotas to load: some by id, those in which a person takes part, or all. */
export type RotaChoice = { ids: readonly string[] } | { personId: string } | 'all'

/** Most rotas that are loaded at once. */
const MOST_ROTAS = 500

async function loadRows(reader: Reader, choice: RotaChoice, { to, from }: Stretch): Promise<RotaRow[]> {
  const present = `select ${columns} from core.on_call_rotas as rota where deleted_at is null`
  const order = `order by name limit ${MOST_ROTAS}`
  if (choice === 'all') return (await reader.query<RotaRow>(`${present} ${order}`)).rows
  if ('ids' in choice)
    return (await reader.query<RotaRow>(`${present} and id = any($1) ${order}`, [choice.ids])).rows
  const { rows } = await reader.query<RotaRow>(
    `${present} and (participants @> array[$1::uuid] or id in (
       select rota_id from core.on_call_overrides where person_id = $1 and ends_at > $2 and starts_at < $3
     )) ${order}`,
    [choice.personId, new Date(from), new Date(to)],
  )
  return rows
}

/** Loads rotas with the overrides of a range. */
export async function loadRotas(
  reader: Reader,
  choice: RotaChoice,
  range: Stretch,
): Promise<{ rotas: LoadedRota[]; names: PeopleNames }> {
  const rows = await loadRows(reader, choice, range)
  const { rows: overrides } = await reader.query<OverrideRow>(
    `select id, rota_id, person_id, starts_at, ends_at from core.on_call_overrides
     where rota_id = any($1) and ends_at > $2 and starts_at < $3
     order by created_at, id`,
    [rows.map(({ id }) => id), new Date(range.from), new Date(range.to)],
  )
  const people = [
    ...rows.flatMap(({ participants }) => participants),
    ...overrides.map(({ person_id: id }) => id),
  ]
  const names = await loadNames(reader, people)
  const absent = new Set(people.filter((id) => !names.isPresent(id)))
  const byRota = Map.groupBy(overrides, ({ rota_id: id }) => id)
  const rotas = rows.map((row): LoadedRota => {
    const layers = layerList.parse(row.layers)
    const own = (byRota.get(row.id) ?? []).map(
      ({ id, person_id: personId, starts_at: from, ends_at: to }): OverrideStretch => ({
        id,
        personId,
        from: from.getTime(),
        to: to.getTime(),
      }),
    )
    return { row, layers, schedule: { layers, overrides: own, absent } }
  })
  return { rotas, names }
}
