import { fail, type Result, succeed } from '@binnacle/contract/core'
import {
  type NotifierContext,
  type NotifierFailure,
  permanent,
  type RunNotifier,
  sendToPlaces,
  serviceAddress,
  splitIds,
  splitPlaces,
} from '@binnacle/plugin-kit/notifiers'
import { refusal, requestService, type ServiceAnswer } from '@binnacle/plugin-kit/notifier-http'
import { z } from 'zod'
import { matrixContent, threadOf } from './content.ts'
import { matrixError, matrixToken, matrixWords, signsIn } from './session.ts'
import type { MatrixSpec } from './spec.ts'

type Failure = NotifierFailure & { code?: string }
type Answer<Value> = Promise<Result<Value, Failure>>

interface Call {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  json?: unknown
}

/** Sends a request with the access token; signs in again once if the session has ended. */
async function ask<Value>(
  { method, path, json }: Call,
  shape: z.ZodType<Value>,
  base: string,
  context: NotifierContext,
  refused?: string,
): Answer<Value> {
  const token = await matrixToken(base, context, refused)
  if (!token.ok) return token
  const request = {
    method,
    url: `${base}/_matrix/client/v3${path}`,
    headers: { authorization: `Bearer ${token.value}` },
    secrets: [token.value],
    ...(json === undefined ? {} : { json }),
  }
  const answered = await requestService(request, context)
  if (!answered.ok) return answered
  const answer: ServiceAnswer = answered.value
  const code = matrixError(answer.json)
  if (answer.status === 401 && code === 'M_UNKNOWN_TOKEN' && refused === undefined && signsIn(context))
    return ask({ method, path, json }, shape, base, context, token.value)
  const parsed = shape.safeParse(answer.json)
  if (answer.status >= 200 && answer.status < 300)
    return parsed.success ? succeed(parsed.data) : permanent('the host does not answer as Matrix does')
  return fail({
    ...refusal('Matrix', answer, request, context, matrixWords),
    ...(code === undefined ? {} : { code }),
  })
}

const roomShape = z.object({ room_id: z.string() })
const joinedShape = z.object({ joined_rooms: z.array(z.string()) })
const eventShape = z.object({ event_id: z.string() })

/** Sends to one room. The transaction id makes the server take a message once, however often it is sent. */
async function sendToRoom(
  room: string,
  content: unknown,
  base: string,
  context: NotifierContext,
): Answer<string> {
  let id = room
  if (room.startsWith('#')) {
    const path = `/directory/room/${encodeURIComponent(room)}`
    const found = await ask({ method: 'GET', path }, roomShape, base, context)
    if (!found.ok) return found
    id = found.value.room_id
  }
  const path = `/rooms/${encodeURIComponent(id)}/send/m.room.message/${encodeURIComponent(context.key)}`
  const send = () => ask({ method: 'PUT', path, json: content }, eventShape, base, context)
  let sent = await send()
  if (!sent.ok && sent.failure.code === 'M_FORBIDDEN') {
    // The user is invited, or everyone may join: https://spec.matrix.org/v1.16/client-server-api/#joining-rooms
    const join: Call = { method: 'POST', path: `/join/${encodeURIComponent(room)}`, json: {} }
    const joined = await ask(join, roomShape, base, context)
    if (!joined.ok)
      return fail({
        ...joined.failure,
        message: `the user may not write to the room and cannot join it; invite it: ${joined.failure.message}`,
      })
    sent = await send()
  }
  return sent.ok ? succeed(sent.value.event_id) : sent
}

/** Sends a message to every room: https://spec.matrix.org/v1.16/client-server-api/ */
export const run: RunNotifier<MatrixSpec> = async (spec, message, context) => {
  const { properties } = context.connection
  const address = serviceAddress('Matrix', properties['host'])
  if (!address.ok) return address
  const base = address.value
  let rooms = splitPlaces(spec.rooms ?? properties['rooms'])
  if (rooms.length === 0) {
    const joined = await ask({ method: 'GET', path: '/joined_rooms' }, joinedShape, base, context)
    if (!joined.ok) {
      const { code: _code, ...failure } = joined.failure
      return fail(failure)
    }
    rooms = joined.value.joined_rooms
  }
  if (rooms.length === 0) return permanent('the user has joined no room; name rooms or invite it to one')
  const openings = splitIds(message.opening?.id)
  const content = matrixContent(message, spec.color)
  return sendToPlaces('rooms', rooms, async (room) => {
    const sent = await sendToRoom(room, { ...content, ...threadOf(openings.get(room)) }, base, context)
    if (sent.ok) return sent
    const { code: _code, ...failure } = sent.failure
    return fail(failure)
  })
}
