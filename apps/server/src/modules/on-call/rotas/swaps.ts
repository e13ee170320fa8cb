import type { Swap, SwapForm, SwapState } from '@binnacle/contract/on-call'
import type { ClientBase } from 'pg'
import { audit } from '../../../platform/audit.ts'
import { fieldError, RequestError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import type { KnownColumns } from '../../../platform/database/columns.ts'
import type { Stretch } from '../schedule/rotation.ts'
import { shiftsOf } from '../schedule/shifts.ts'
import { swapped } from '../schedule/swaps.ts'
import { requireMember } from './rights.ts'
import { loadNames, loadRotas, type Reader } from './stored.ts'
import { type NoticeDependencies, saidTime, sendNotice } from '../notices.ts'
import { insertOverride } from './overrides.ts'
import { lockRota, requirePeople } from './rota.ts'

type SwapRow = KnownColumns<
  'core.on_call_swaps',
  | 'id'
  | 'rota_id'
  | 'from_person'
  | 'to_person'
  | 'give_from'
  | 'give_to'
  | 'take_from'
  | 'take_to'
  | 'note'
  | 'state'
  | 'created_at',
  { state: SwapState }
>

const columns = `id, rota_id, from_person, to_person, give_from, give_to, take_from, take_to, note, state,
  created_at`

const stretchOf = ({ from, to }: { from: string; to: string }): Stretch => ({
  from: Date.parse(from),
  to: Date.parse(to),
})

function takenOf({ take_from: from, take_to: to }: SwapRow): Stretch | null {
  return from === null || to === null ? null : { from: from.getTime(), to: to.getTime() }
}

/** Whether a person is on call in all of a stretch. */
async function holds(
  client: ClientBase,
  rotaId: string,
  personId: string,
  stretch: Stretch,
): Promise<boolean> {
  const { rotas } = await loadRotas(client, { ids: [rotaId] }, stretch)
  const [rota] = rotas
  if (rota === undefined) return false
  return shiftsOf(rota.schedule, stretch).every((shift) => shift.personId === personId)
}

function refuse(path: string, message: string): never {
  throw fieldError(path, message)
}

/** What a request is about, for messages. */
function described(row: SwapRow, timeZone: string): string {
  const range = ({ from, to }: Stretch) => `${saidTime(from, timeZone)} to ${saidTime(to, timeZone)}`
  const take = takenOf(row)
  const given = range({ from: row.give_from.getTime(), to: row.give_to.getTime() })
  return take === null ? given : `${given}, in exchange for ${range(take)}`
}

/** Asks somebody to take a shift, and tells them. @returns the id of the request */
export async function askForSwap(
  dependencies: NoticeDependencies,
  client: ClientBase,
  { rotaId, personId, give, take, note }: SwapForm,
  actor: Actor,
  now: Date,
): Promise<string> {
  const rota = await lockRota(client, rotaId)
  await requireMember(client, rota, actor)
  await requirePeople(client, [personId], 'personId')
  if (personId === actor.personId) refuse('personId', 'Choose somebody else')
  const given = stretchOf(give)
  const taken = take === null ? null : stretchOf(take)
  if (given.to <= now.getTime()) refuse('give.to', 'This time is over')
  if (!(await holds(client, rotaId, actor.personId, given)))
    refuse('give.from', 'You are not on call in all of this time')
  if (taken !== null && !(await holds(client, rotaId, personId, taken)))
    refuse('take.from', 'They are not on call in all of this time')
  const id = newId()
  await client.query(
    `insert into core.on_call_swaps
       (id, rota_id, from_person, to_person, give_from, give_to, take_from, take_to, note)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      rotaId,
      actor.personId,
      personId,
      new Date(given.from),
      new Date(given.to),
      taken === null ? null : new Date(taken.from),
      taken === null ? null : new Date(taken.to),
      note === '' ? null : note,
    ],
  )
  const after = await lockSwap(client, id)
  await audit(client, actor, { action: 'create', resource: 'on_call_swaps', id, name: rota.name, after })
  await sendNotice(dependencies, client, personId, {
    title: `${actor.name} asks you to take a shift: ${rota.name}`,
    body: `${actor.name} asks you to take the shift of ${described(after, rota.time_zone)} in ${rota.name}.`,
    path: '/on-call',
  })
  return id
}

async function lockSwap(client: ClientBase, id: string): Promise<SwapRow> {
  const { rows } = await client.query<SwapRow>(
    `select ${columns} from core.on_call_swaps where id = $1 for update`,
    [id],
  )
  const [row] = rows
  if (row === undefined) throw new RequestError('ENOTFOUND', 'There is no request with this id')
  return row
}

/**
 * Answers a request to swap. Who was asked accepts or refuses it, who asked withdraws it.
 * @returns the state of the request: one whose shifts changed in between is expired
 */
export async function answerSwap(
  dependencies: NoticeDependencies,
  client: ClientBase,
  id: string,
  answer: 'accept' | 'refuse' | 'withdraw',
  actor: Actor,
  now: Date,
): Promise<SwapState> {
  const before = await lockSwap(client, id)
  const answering = answer === 'withdraw' ? before.from_person : before.to_person
  // Strangers to a request do not learn that there is one.
  if (![before.from_person, before.to_person].includes(actor.personId))
    throw new RequestError('ENOTFOUND', 'There is no request with this id')
  if (answering !== actor.personId)
    throw new RequestError(
      'EFORBIDDEN',
      answer === 'withdraw'
        ? 'Only the person who asked can withdraw a request'
        : 'Only the person who was asked can answer',
    )
  if (before.state !== 'asked') throw new RequestError('ECONFLICT', `This request is ${before.state} already`)
  const state =
    answer === 'accept'
      ? await carryOut(client, before, actor, now)
      : answer === 'refuse'
        ? 'refused'
        : 'withdrawn'
  await client.query('update core.on_call_swaps set state = $2, answered_at = $3 where id = $1', [
    id,
    state,
    now,
  ])
  const after = await lockSwap(client, id)
  await audit(client, actor, { action: 'update', resource: 'on_call_swaps', id, name: null, before, after })
  if (state !== 'withdrawn') {
    const rota = await lockRota(client, before.rota_id)
    await sendNotice(dependencies, client, before.from_person, {
      title: `Your swap is ${state}: ${rota.name}`,
      body: `${actor.name} answered your request to take the shift of ${described(before, rota.time_zone)} in ${rota.name}. It is ${state}.`,
      path: '/on-call',
    })
  }
  return state
}

async function carryOut(
  client: ClientBase,
  row: SwapRow,
  actor: Actor,
  now: Date,
): Promise<'accepted' | 'expired'> {
  const rota = await lockRota(client, row.rota_id)
  const give = { from: row.give_from.getTime(), to: row.give_to.getTime() }
  const take = takenOf(row)
  const stillHolds =
    give.to > now.getTime() &&
    (await holds(client, rota.id, row.from_person, give)) &&
    (take === null || (await holds(client, rota.id, row.to_person, take)))
  if (!stillHolds) return 'expired'
  for (const { personId, from, to } of swapped({ from: row.from_person, to: row.to_person, give, take }))
    await insertOverride(
      client,
      rota,
      { personId, from: new Date(from), to: new Date(to), reason: row.note, swapId: row.id },
      actor,
    )
  return 'accepted'
}

/** Requests by a person and to them, the newest first. */
export async function listSwaps(reader: Reader, personId: string, now: Date): Promise<{ swaps: Swap[] }> {
  const { rows } = await reader.query<SwapRow & { rota_name: string }>(
    `select swap.*, rota.name as rota_name
     from (
       (select ${columns} from core.on_call_swaps where from_person = $1 order by created_at desc limit 50)
       union
       (select ${columns} from core.on_call_swaps where to_person = $1 order by created_at desc limit 50)
     ) as swap
     join core.on_call_rotas as rota on rota.id = swap.rota_id and rota.deleted_at is null
     order by swap.created_at desc, swap.id desc`,
    [personId],
  )
  const names = await loadNames(
    reader,
    rows.flatMap(({ from_person: from, to_person: to }) => [from, to]),
  )
  return {
    swaps: rows.map((row): Swap => {
      const take = takenOf(row)
      return {
        id: row.id,
        rota: { id: row.rota_id, name: row.rota_name },
        from: names.person(row.from_person),
        to: names.person(row.to_person),
        give: { from: row.give_from.toISOString(), to: row.give_to.toISOString() },
        take:
          take === null
            ? null
            : { from: new Date(take.from).toISOString(), to: new Date(take.to).toISOString() },
        note: row.note,
        // Nobody can accept it any more.
        state: row.state === 'asked' && row.give_to <= now ? 'expired' : row.state,
        askedAt: row.created_at.toISOString(),
      }
    }),
  }
}
