import type { Swap, SwapForm, SwapState } from '@binnacle/contract/on-call'
import type { ClientBase } from 'pg'
import sql, { raw } from 'sql-template-tag'
import { audit } from '../../../platform/audit.ts'
import { fieldError, RequestError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import type { KnownColumns, KnownTable } from '../../../platform/database/columns.ts'
import type { Generated } from '../../../platform/database/tables.ts'
import { type Connection, tablesOn } from '../../../platform/database/tables-on.ts'
import type { CountCall } from '../../../platform/specs/per-hour.ts'
import type { Stretch } from '../schedule/rotation.ts'
import { shiftsOf } from '../schedule/shifts.ts'
import { swapped } from '../schedule/swaps.ts'
import { requireMember } from './rights.ts'
import { loadNames, loadRotas } from './stored.ts'
import { type NoticeDependencies, saidTime, sendNotice } from '../notices.ts'
import { insertOverride } from './overrides.ts'
import { lockRota, requirePeople } from './rota.ts'

const swapColumns = [
  'id',
  'rota_id',
  'from_person',
  'to_person',
  'give_from',
  'give_to',
  'take_from',
  'take_to',
  'note',
  'state',
  'created_at',
] as const

interface SwapTables {
  'core.on_call_swaps': KnownTable<'core.on_call_swaps', { state: Generated<SwapState> }>
}

type SwapRow = KnownColumns<'core.on_call_swaps', (typeof swapColumns)[number], { state: SwapState }>

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
  dependencies: NoticeDependencies & { countMessage: CountCall },
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
  await dependencies.countMessage(actor, client)
  const id = newId()
  await tablesOn<SwapTables>(client)
    .insertInto('core.on_call_swaps')
    .values({
      id,
      rota_id: rotaId,
      from_person: actor.personId,
      to_person: personId,
      give_from: new Date(given.from),
      give_to: new Date(given.to),
      take_from: taken === null ? null : new Date(taken.from),
      take_to: taken === null ? null : new Date(taken.to),
      note: note === '' ? null : note,
    })
    .execute()
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
  const row = await tablesOn<SwapTables>(client)
    .selectFrom('core.on_call_swaps')
    .select(swapColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
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
  await tablesOn<SwapTables>(client)
    .updateTable('core.on_call_swaps')
    .set({ state, answered_at: now })
    .where('id', '=', id)
    .execute()
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
export async function listSwaps(reader: Connection, personId: string, now: Date): Promise<{ swaps: Swap[] }> {
  const columns = raw(swapColumns.join(', '))
  const { rows } = await reader.query<SwapRow & { rota_name: string }>(sql`
    select swap.*, rota.name as rota_name
    from (
      (select ${columns} from core.on_call_swaps where from_person = ${personId} order by created_at desc limit 50)
      union
      (select ${columns} from core.on_call_swaps where to_person = ${personId} order by created_at desc limit 50)
    ) as swap
    join core.on_call_rotas as rota on rota.id = swap.rota_id and rota.deleted_at is null
    order by swap.created_at desc, swap.id desc`)
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
