import { isRecord } from '@binnacle/contract/schema'
import { type ServiceReply, startServiceServer } from '@binnacle/plugin-kit/servers'
import type { NotifierInput, NotifierTargets } from '@binnacle/plugin-kit/suite/notifiers'
import { connectionValuesOf } from '@binnacle/plugin-kit/testing'

/** A connection to a channel of the server below. */
export function slackConnection(channel: string, token = 'xoxb-good') {
  return connectionValuesOf({
    name: 'test',
    namespace: 'default',
    type: 'slack',
    username: channel,
    password: token,
    insecure_tls: false,
    properties: {},
  })
}

/** The answer to a good message, as https://docs.slack.dev/reference/methods/chat.postMessage has it. */
const taken = {
  ok: true,
  channel: 'C123ABC456',
  ts: '1503435956.000247',
  message: { text: 'Here is a message for you', username: 'ecto1', bot_id: 'B123ABC456', type: 'message' },
}

/** How Slack refuses messages to these channels: the errors of the same page. */
const refusals: Readonly<Record<string, ServiceReply>> = {
  C0ARCHIVED: { json: { ok: false, error: 'is_archived' } },
  C0BUSY: { status: 429, headers: { 'retry-after': '30' }, json: { ok: false, error: 'ratelimited' } },
  C0BROKEN: { json: { ok: false, error: 'internal_error' } },
  C0BLOCKS: {
    json: {
      ok: false,
      error: 'invalid_blocks',
      response_metadata: { messages: ['[ERROR] unsupported type: heading [json-pointer:/blocks/0/type]'] },
    },
  },
  C0HANG: 'hang',
  C0CUT: 'cut',
  C0PAGE: { text: '<html>Sign in to the network</html>' },
}

/** A server that answers as Slack documents "chat.postMessage". */
export function startSlack() {
  return startServiceServer(({ path, headers, json }) => {
    if (path !== '/api/chat.postMessage' || !isRecord(json)) return { status: 404, text: 'not found' }
    if (!String(headers.authorization).startsWith('Bearer xoxb-'))
      return { json: { ok: false, error: 'invalid_auth' } }
    if (json['thread_ts'] === '1.0') return { json: { ok: false, error: 'thread_not_found' } }
    const channel = String(json['channel'])
    if (channel.startsWith('C1')) return { json: { ...taken, channel } }
    return refusals[channel] ?? { json: { ok: false, error: 'channel_not_found' } }
  })
}

/** Real servers for the suite that every notification service passes. */
export async function startTargets(): Promise<NotifierTargets> {
  const { calls, egress, stop } = await startSlack()
  const to = (channel: string): NotifierInput => ({ spec: {}, connection: slackConnection(channel), egress })
  return {
    working: to('C123ABC456'),
    failing: to('C0ARCHIVED'),
    hanging: to('C0HANG'),
    arrived: () => calls.filter(({ body }) => body.includes('"channel":"C1')).map(({ body }) => body),
    stop,
  }
}
