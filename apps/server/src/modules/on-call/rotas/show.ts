import { DAY } from '@binnacle/contract/core'
import type { Override, RotaDetails, RotaSummary, Shift } from '@binnacle/contract/on-call'
import { RequestError } from '../../../platform/errors.ts'
import { anyOf, type Connection, tablesOn } from '../../../platform/database/tables-on.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Stretch } from '../schedule/rotation.ts'
import { type ScheduledShift, shiftsOf } from '../schedule/shifts.ts'
import { mayOverride, teamsOf } from './rights.ts'
import { type LoadedRota, loadNames, loadRotas, type PeopleNames } from './stored.ts'

/** How far back the start of the present shift is looked for. */
const BACK = 8 * DAY
/** How far ahead the next shift is looked for. */
const AHEAD = 15 * DAY

const time = (instant: number) => new Date(instant).toISOString()

/** A shift as answers show it. */
export function shownShift({ personId, overrideId, from, to }: ScheduledShift, names: PeopleNames): Shift {
  return {
    person: personId === null ? null : names.person(personId),
    overrideId,
    from: time(from),
    to: time(to),
  }
}

/** The shift at an instant, and the first later one of somebody else. */
function present(
  { schedule }: LoadedRota,
  now: number,
  names: PeopleNames,
): Pick<RotaSummary, 'now' | 'goesOn' | 'next'> {
  const shifts = shiftsOf(schedule, { from: now - BACK, to: now + AHEAD })
  const place = shifts.findIndex(({ from, to }) => from <= now && now < to)
  const current = shifts[place]
  if (current === undefined) throw new Error('the shifts do not cover the present')
  const next = shifts
    .slice(place + 1)
    .find(({ personId }) => personId !== null && personId !== current.personId)
  return {
    now: shownShift(current, names),
    goesOn: current.to >= now + AHEAD,
    next: next === undefined ? null : shownShift(next, names),
  }
}

/** All rotas, with who is on call and who is next. */
export async function listRotas(reader: Connection, actor: Actor, now: Date) {
  const instant = now.getTime()
  const { rotas, names } = await loadRotas(reader, 'all', { from: instant - BACK, to: instant + AHEAD })
  const teams = await teamsOf(reader, actor.personId)
  const teamIds = rotas.flatMap(({ row }) => (row.team_id === null ? [] : [row.team_id]))
  const teamRows = await tablesOn(reader)
    .selectFrom('core.teams')
    .select(['id', 'name'])
    .where('id', '=', anyOf(teamIds))
    .where('deleted_at', 'is', null)
    .execute()
  const summaries = rotas.map((rota): RotaSummary => {
    const { id, name, description, team_id: teamId, time_zone: timeZone, participants } = rota.row
    return {
      id,
      name,
      description,
      team: teamRows.find((team) => team.id === teamId) ?? null,
      timeZone,
      participants,
      ...present(rota, instant, names),
      mayOverride: mayOverride(rota.row, actor, teams),
    }
  })
  const ids = [...new Set(rotas.flatMap(({ row }) => row.participants))]
  return { rotas: summaries, people: ids.map((id) => names.person(id)) }
}

/** A rota as it is edited. @throws RequestError if it does not exist */
export async function showRota(reader: Connection, id: string): Promise<RotaDetails> {
  const { rotas, names } = await loadRotas(reader, { ids: [id] }, { from: 0, to: 0 })
  const [rota] = rotas
  if (rota === undefined) throw new RequestError('ENOTFOUND', 'There is no rota with this id')
  const { row, layers } = rota
  return {
    id,
    name: row.name,
    description: row.description,
    teamId: row.team_id,
    timeZone: row.time_zone,
    layers: [...layers],
    handoverNotices: row.handover_notices,
    people: row.participants.map((personId) => names.person(personId)),
  }
}

/** Shifts of one rota. @throws RequestError if it does not exist */
export async function rotaShifts(
  reader: Connection,
  id: string,
  range: Stretch,
): Promise<{ shifts: Shift[] }> {
  const { rotas, names } = await loadRotas(reader, { ids: [id] }, range)
  const [rota] = rotas
  if (rota === undefined) throw new RequestError('ENOTFOUND', 'There is no rota with this id')
  return { shifts: shiftsOf(rota.schedule, range).map((shift) => shownShift(shift, names)) }
}

/** Shifts of a person in all rotas, the earliest first. */
export async function personShifts(reader: Connection, personId: string, range: Stretch) {
  const { rotas, names } = await loadRotas(reader, { personId }, range)
  const shifts = rotas.flatMap(({ row: { id, name }, schedule }) =>
    shiftsOf(schedule, range)
      .filter((shift) => shift.personId === personId)
      .map((shift) => ({ ...shownShift(shift, names), rota: { id, name } })),
  )
  return { shifts: shifts.toSorted((left, right) => left.from.localeCompare(right.from)) }
}

/** Overrides of a rota that end after an instant. */
export async function rotaOverrides(
  reader: Connection,
  rotaId: string,
  after: Date,
): Promise<{ overrides: Override[] }> {
  const rows = await tablesOn(reader)
    .selectFrom('core.on_call_overrides')
    .select(['id', 'person_id', 'starts_at', 'ends_at', 'reason', 'created_by'])
    .where('rota_id', '=', rotaId)
    .where('ends_at', '>', after)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(200)
    .execute()
  const names = await loadNames(
    reader,
    rows.flatMap(({ person_id: person, created_by: creator }) =>
      creator === null ? [person] : [person, creator],
    ),
  )
  return {
    overrides: rows.map((row) => ({
      id: row.id,
      rotaId,
      person: names.person(row.person_id),
      from: row.starts_at.toISOString(),
      to: row.ends_at.toISOString(),
      reason: row.reason,
      createdBy: row.created_by === null ? null : names.person(row.created_by),
    })),
  }
}
