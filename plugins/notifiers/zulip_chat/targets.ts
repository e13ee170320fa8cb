import { type ServiceReply, startServiceServer } from '@binnacle/plugin-kit/servers'
import type { NotifierInput, NotifierTargets } from '@binnacle/plugin-kit/suite/notifiers'
import { connectionOf } from '../service-targets.ts'

/** A connection to the server below. */
export const zulipConnection = connectionOf({
  type: 'zulip_chat',
  username: 'alerts-bot@chat.example.com',
  password: 'a0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5',
  properties: { host: 'chat.example.com' },
})

/** Errors of https://zulip.com/api/send-message and https://zulip.com/api/rest-error-handling by stream. */
const refusals: Readonly<Record<string, ServiceReply>> = {
  busy: {
    status: 429,
    json: {
      code: 'RATE_LIMIT_HIT',
      msg: 'API usage exceeded rate limit',
      result: 'error',
      'retry-after': 28.706_807_613_372_803,
    },
  },
  odd: { json: { code: 'BAD_REQUEST', msg: 'Invalid something', result: 'error' } },
  hang: 'hang',
}

/** A server that answers as Zulip documents "Send a message". */
export function startZulip() {
  return startServiceServer(({ path, body, headers }) => {
    if (path !== '/api/v1/messages') return { status: 404, text: 'not found' }
    if (!String(headers.authorization).startsWith('Basic '))
      return { status: 401, json: { code: 'UNAUTHORIZED', msg: 'Not logged in', result: 'error' } }
    const stream = new URLSearchParams(body).get('to') ?? ''
    if (stream === 'alerts') return { json: { id: 42, msg: '', result: 'success' } }
    const missing = {
      code: 'STREAM_DOES_NOT_EXIST',
      msg: `Channel '${stream}' does not exist`,
      result: 'error',
      stream,
    }
    return refusals[stream] ?? { status: 400, json: missing }
  })
}

/** Real servers for the suite that every notification service passes. */
export async function startTargets(): Promise<NotifierTargets> {
  const { calls, egress, stop } = await startZulip()
  const to = (stream: string): NotifierInput => ({ spec: { stream }, connection: zulipConnection, egress })
  return {
    working: to('alerts'),
    failing: to('nonexistent'),
    hanging: to('hang'),
    arrived: () => calls.filter(({ body }) => body.includes('to=alerts')).map(({ body }) => body),
    stop,
  }
}
