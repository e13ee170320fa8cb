import { type Layer, layer, type OnCallPerson } from '@binnacle/contract/on-call'
import { sql as fragment } from 'kysely'
import { z } from 'zod'
import type { Columns } from '../../../platform/database/columns.ts'
import { anyOf, type Connection, tablesOn } from '../../../platform/database/tables-on.ts'
import type { Stretch } from '../schedule/rotation.ts'
import type { OverrideStretch, Schedule } from '../schedule/shifts.ts'

/** The columns of a rota that its verbs read. */
export const rotaColumns = [
  'id',
  'name',
  'description',
  'team_id',
  'time_zone',
  'layers',
  'participants',
  'handover_notices',
] as const

export type RotaRow = Columns<'core.on_call_rotas', (typeof rotaColumns)[number]>

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

/** Reads the names of people, those whose account is closed included. */
export async function loadNames(reader: Connection, ids: Iterable<string>): Promise<PeopleNames> {
  const rows = await tablesOn(reader)
    .selectFrom('core.people')
    .select(['id', 'name', fragment<boolean>`deleted_at is null and active`.as('present')])
    .where('id', '=', anyOf([...new Set(ids)]))
    .execute()
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

async function loadRows(reader: Connection, choice: RotaChoice, { to, from }: Stretch): Promise<RotaRow[]> {
  const tables = tablesOn(reader)
  const rotas = tables
    .selectFrom('core.on_call_rotas')
    .select(rotaColumns)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .limit(MOST_ROTAS)
  if (choice === 'all') return rotas.execute()
  if ('ids' in choice) return rotas.where('id', '=', anyOf(choice.ids)).execute()
  const { personId } = choice
  const overridden = tables
    .selectFrom('core.on_call_overrides')
    .select('rota_id')
    .where('person_id', '=', personId)
    .where('ends_at', '>', new Date(from))
    .where('starts_at', '<', new Date(to))
  return rotas
    .where((expressions) =>
      expressions.or([
        expressions('participants', '@>', expressions.val([personId])),
        expressions('id', 'in', overridden),
      ]),
    )
    .execute()
}

/** Loads rotas with the overrides of a range. */
export async function loadRotas(
  reader: Connection,
  choice: RotaChoice,
  range: Stretch,
): Promise<{ rotas: LoadedRota[]; names: PeopleNames }> {
  const rows = await loadRows(reader, choice, range)
  const ids = rows.map(({ id }) => id)
  const overrides = await tablesOn(reader)
    .selectFrom('core.on_call_overrides')
    .select(['id', 'rota_id', 'person_id', 'starts_at', 'ends_at'])
    .where('rota_id', '=', anyOf(ids))
    .where('ends_at', '>', new Date(range.from))
    .where('starts_at', '<', new Date(range.to))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
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
