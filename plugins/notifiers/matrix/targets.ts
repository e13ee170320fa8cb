import { isRecord } from '@binnacle/contract/schema'
import { type ServiceCall, type ServiceReply, startServiceServer } from '@binnacle/plugin-kit/servers'
import type { NotifierInput, NotifierTargets } from '@binnacle/plugin-kit/suite/notifiers'
import { connectionOf } from '../service-targets.ts'

const refuse = (status: number, errcode: string, error: string, more = {}): ServiceReply => ({
  status,
  json: { errcode, error, ...more },
})

/** A connection to the homeserver below: with an access token, or with a user and a password. */
export function matrixConnection(password: string, user?: string) {
  return connectionOf({
    type: 'matrix',
    password,
    ...(user === undefined ? {} : { username: user }),
    properties: { host: 'matrix.example.com' },
  })
}

/**
 * A server that answers as https://spec.matrix.org/v1.16/client-server-api/ has it for login, joining and sending.
 * `#alerts:example.com` is `!good:example.com`; `!invited:example.com` can be joined; `!private:example.com` cannot.
 */
export async function startMatrix() {
  let sessions = 0
  const joined = new Set(['!good:example.com'])
  const events = new Map<string, string>()
  const tokens = new Set(['syt_token'])

  function logIn(json: unknown): ServiceReply {
    if (!isRecord(json) || json['type'] !== 'm.login.password')
      return refuse(400, 'M_UNKNOWN', 'Unknown login type')
    if (json['password'] !== 'right') return refuse(403, 'M_FORBIDDEN', 'Invalid username or password')
    for (const token of tokens) if (token.startsWith('session')) tokens.delete(token)
    sessions += 1
    tokens.add(`session${sessions}`)
    return {
      json: { access_token: `session${sessions}`, device_id: json['device_id'], user_id: '@a:example.com' },
    }
  }

  function send(room: string, transaction: string): ServiceReply {
    if (room === '!hang:example.com') return 'hang'
    if (room === '!busy:example.com')
      return refuse(429, 'M_LIMIT_EXCEEDED', 'Too many requests', { retry_after_ms: 2_000 })
    if (!joined.has(room)) return refuse(403, 'M_FORBIDDEN', `User @a:example.com not in room ${room}`)
    const key = `${room} ${transaction}`
    const event = events.get(key) ?? `$event${events.size}`
    events.set(key, event)
    return { json: { event_id: event } }
  }

  function reply({ path, headers, json }: ServiceCall): ServiceReply {
    const [, , , , command = '', ...parts] = path.split('/').map(decodeURIComponent)
    if (command === 'login') return logIn(json)
    const token = String(headers.authorization).replace('Bearer ', '')
    if (!tokens.has(token)) return refuse(401, 'M_UNKNOWN_TOKEN', 'Unrecognised access token')
    if (command === 'joined_rooms') return { json: { joined_rooms: [...joined] } }
    if (command === 'directory')
      return parts[1] === '#alerts:example.com'
        ? { json: { room_id: '!good:example.com', servers: ['example.com'] } }
        : refuse(404, 'M_NOT_FOUND', `Room alias ${parts[1]} not found.`)
    if (command === 'join') {
      const [room = ''] = parts
      if (room !== '!invited:example.com')
        return refuse(403, 'M_FORBIDDEN', 'You are not invited to this room.')
      joined.add(room)
      return { json: { room_id: room } }
    }
    const [room = '', , , transaction = ''] = parts
    return command === 'rooms'
      ? send(room, transaction)
      : refuse(404, 'M_UNRECOGNIZED', 'Unrecognized request')
  }

  const server = await startServiceServer(reply)
  /** Ends every session, as an administrator can. */
  const endSessions = () => tokens.clear()
  return { ...server, endSessions, events }
}

/** Real servers for the suite that every notification service passes. */
export async function startTargets(): Promise<NotifierTargets> {
  const { calls, egress, stop } = await startMatrix()
  const to = (rooms: string): NotifierInput => ({
    spec: { rooms },
    connection: matrixConnection('right', 'alerts'),
    egress,
  })
  return {
    working: to('#alerts:example.com'),
    failing: to('!private:example.com'),
    hanging: to('!hang:example.com'),
    arrived: () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body),
    stop,
  }
}
