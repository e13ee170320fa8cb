import { DAY } from '@binnacle/contract/core'
import {
  overrideForm,
  overrideList,
  ownShiftList,
  rotaDetails,
  rotaForm,
  rotaList,
  SHIFT_DAYS,
  shiftList,
  swapAnswer,
  swapForm,
  swapList,
  swapStates,
} from '@binnacle/contract/on-call'
import { z } from 'zod'
import { inTransaction } from '../../../platform/database/index.ts'
import { RequestError } from '../../../platform/errors.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { listRotas, personShifts, rotaOverrides, rotaShifts, shownShift, showRota } from '../rotas/show.ts'
import { loadNames } from '../rotas/stored.ts'
import { answerSwap, askForSwap, listSwaps } from '../rotas/swaps.ts'
import { createRota } from '../rotas/create.ts'
import { addOverride, removeOverride } from '../rotas/overrides.ts'
import { removeRota } from '../rotas/remove.ts'
import { updateRota } from '../rotas/update.ts'
import type { Stretch } from '../schedule/rotation.ts'
import { shiftsOf } from '../schedule/shifts.ts'
import {
  byId,
  change,
  identified,
  make,
  nothing,
  type OnCallDependencies,
  read,
  write,
} from './dependencies.ts'

const instant = z.iso.datetime({ offset: true, error: 'Enter a date and a time' })
const range = z.object({ from: instant, to: instant })

/** @throws RequestError if shifts of the range are too many */
function stretchOf({ from, to }: z.output<typeof range>): Stretch {
  const stretch = { from: Date.parse(from), to: Date.parse(to) }
  const refuse = (message: string): never => {
    throw new RequestError('EINVALID', message, [{ path: 'to', message }])
  }
  if (stretch.to <= stretch.from) refuse('The end must be after the start')
  if (stretch.to - stretch.from > SHIFT_DAYS * DAY) refuse(`Ask for at most ${SHIFT_DAYS} days`)
  return stretch
}

/** Routes about rotas themselves. */
export function rotaRoutes({ pool, now }: OnCallDependencies): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/on-call/rotas',
      summary: 'Rotas, with who is on call now and who is next',
      access: read,
      answer: rotaList,
      handle: ({ actor }) => listRotas(pool, actor, now()),
    }),
    defineRoute({
      method: 'POST',
      path: '/on-call/rotas',
      summary: 'Creates a rota',
      access: write,
      body: rotaForm,
      answer: identified,
      status: 201,
      handle: ({ body, actor }) => make(pool, (client) => createRota(client, body, actor)),
    }),
    defineRoute({
      method: 'POST',
      path: '/on-call/preview',
      summary: 'Shifts that a rota would have, without saving it',
      access: write,
      query: range,
      body: rotaForm,
      answer: shiftList,
      handle: async ({ query, body }) => {
        const shifts = shiftsOf({ layers: body.layers, overrides: [] }, stretchOf(query))
        const names = await loadNames(
          pool,
          body.layers.flatMap(({ participants }) => participants),
        )
        return { shifts: shifts.map((shift) => shownShift(shift, names)) }
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/on-call/rotas/{id}',
      summary: 'A rota as it is edited',
      access: read,
      params: byId,
      answer: rotaDetails,
      handle: ({ params }) => showRota(pool, params.id),
    }),
    defineRoute({
      method: 'PUT',
      path: '/on-call/rotas/{id}',
      summary: 'Changes a rota',
      access: write,
      params: byId,
      body: rotaForm,
      answer: nothing,
      handle: ({ params, body, actor }) =>
        change(pool, (client) => updateRota(client, params.id, body, actor)),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/on-call/rotas/{id}',
      summary: 'Deletes a rota',
      access: write,
      params: byId,
      answer: nothing,
      handle: ({ params, actor }) => change(pool, (client) => removeRota(client, params.id, actor)),
    }),
    defineRoute({
      method: 'GET',
      path: '/on-call/rotas/{id}/shifts',
      summary: `Who is on call in a rota, in a range of at most ${SHIFT_DAYS} days; gaps included`,
      access: read,
      params: byId,
      query: range,
      answer: shiftList,
      handle: async ({ params, query }) => rotaShifts(pool, params.id, stretchOf(query)),
    }),
  ]
}

/** Routes with which people of a rota change who is on call. */
export function substitutionRoutes(dependencies: OnCallDependencies): Route[] {
  const { pool, now } = dependencies
  return [
    defineRoute({
      method: 'GET',
      path: '/on-call/rotas/{id}/overrides',
      summary: 'Overrides of a rota that are not over',
      access: read,
      params: byId,
      answer: overrideList,
      handle: ({ params }) => rotaOverrides(pool, params.id, now()),
    }),
    defineRoute({
      method: 'POST',
      path: '/on-call/rotas/{id}/overrides',
      summary: 'Replaces the person on call; for people of the rota and its team',
      access: 'signed-in',
      params: byId,
      body: overrideForm,
      answer: identified,
      status: 201,
      handle: ({ params, body, actor }) =>
        make(pool, (client) => addOverride(client, params.id, body, actor)),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/on-call/overrides/{id}',
      summary: 'Removes an override; for people of the rota and its team',
      access: 'signed-in',
      params: byId,
      answer: nothing,
      handle: ({ params, actor }) => change(pool, (client) => removeOverride(client, params.id, actor)),
    }),
    defineRoute({
      method: 'GET',
      path: '/on-call/swaps',
      summary: 'Requests to swap shifts, by the requesting person and to them',
      access: read,
      answer: swapList,
      handle: ({ actor }) => listSwaps(pool, actor.personId, now()),
    }),
    defineRoute({
      method: 'POST',
      path: '/on-call/swaps',
      summary: 'Asks somebody to take a shift of the requesting person',
      access: 'signed-in',
      body: swapForm,
      answer: identified,
      status: 201,
      handle: ({ body, actor }) =>
        make(pool, (client) => askForSwap(dependencies, client, body, actor, now())),
    }),
    defineRoute({
      method: 'POST',
      path: '/on-call/swaps/{id}',
      summary: 'Accepts, refuses or withdraws a request to swap',
      access: 'signed-in',
      params: byId,
      body: swapAnswer,
      answer: z.object({ state: z.enum(swapStates) }),
      handle: async ({ params, body, actor }) => ({
        state: await inTransaction(pool, (client) =>
          answerSwap(dependencies, client, params.id, body.answer, actor, now()),
        ),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/on-call/me/shifts',
      summary: 'Shifts of the requesting person in all rotas',
      access: read,
      query: range,
      answer: ownShiftList,
      handle: async ({ query, actor }) => personShifts(pool, actor.personId, stretchOf(query)),
    }),
  ]
}
