import { isRecord } from '@binnacle/contract/schema'
import { type ServiceCall, type ServiceReply, startServiceServer } from '@binnacle/plugin-kit/servers'
import type { NotifierInput, NotifierTargets } from '@binnacle/plugin-kit/suite/notifiers'
import { connectionValuesOf } from '@binnacle/plugin-kit/testing'

/** A connection to a webhook of the server below. */
export function discordConnection(id: string) {
  return connectionValuesOf({
    name: 'test',
    namespace: 'default',
    type: 'discord',
    username: id,
    password:
      '3d89bb7572e0fb30d8128367b3b1b44fecd1726de135cbe28a41f8b2f777c372ba2939e72279b94526ff5d1bd4358d65cf11',
    insecure_tls: false,
    properties: {},
  })
}

/** The webhook of the example in https://docs.discord.com/developers/resources/webhook#webhook-object */
export const GOOD = '223704706495545344'

/**
 * How Discord refuses messages to these webhooks: https://docs.discord.com/developers/topics/rate-limits and
 * https://docs.discord.com/developers/reference#error-messages
 */
const refusals: Readonly<Record<string, ServiceReply>> = {
  busy: {
    status: 429,
    headers: { 'retry-after': '65' },
    json: { message: 'You are being rate limited.', retry_after: 64.57, global: false },
  },
  invalid: {
    status: 400,
    json: {
      code: 50_035,
      errors: {
        username: {
          _errors: [{ code: 'BASE_TYPE_BAD_LENGTH', message: 'Must be between 1 and 80 in length.' }],
        },
      },
      message: 'Invalid Form Body',
    },
  },
  page: { text: '<html>Sign in to the network</html>' },
  hang: 'hang',
}

const noButtons: ServiceReply = {
  status: 400,
  json: {
    code: 50_035,
    errors: { components: { _errors: [{ code: 'X', message: 'not allowed' }] } },
    message: 'Invalid Form Body',
  },
}

function reply({ method, path, json }: ServiceCall): ServiceReply {
  const parts = new URL(path, 'http://test').pathname.split('/')
  const [, , , , webhook = '', , messages, message] = parts
  if (messages === 'messages') {
    if (message !== '1001') return { status: 404, json: { message: 'Unknown Message', code: 10_008 } }
    const embeds = [{ type: 'rich', description: 'The first message', color: 14_232_864 }]
    return method === 'GET' ? { json: { id: message, embeds } } : { json: { id: message } }
  }
  if (webhook === 'plain' && isRecord(json) && 'components' in json) return noButtons
  // The message object: https://docs.discord.com/developers/resources/message#message-object
  if (webhook === GOOD || webhook === 'plain')
    return { json: { id: '1002', channel_id: '199737254929760256', type: 0, webhook_id: webhook } }
  return refusals[webhook] ?? { status: 404, json: { message: 'Unknown Webhook', code: 10_015 } }
}

/** A server that answers as Discord documents webhooks. */
export function startDiscord() {
  return startServiceServer(reply)
}

/** Real servers for the suite that every notification service passes. */
export async function startTargets(): Promise<NotifierTargets> {
  const { calls, egress, stop } = await startDiscord()
  const to = (id: string): NotifierInput => ({ spec: {}, connection: discordConnection(id), egress })
  return {
    working: to(GOOD),
    failing: to('deleted'),
    hanging: to('hang'),
    arrived: () => calls.filter(({ path }) => path.includes(GOOD)).map(({ body }) => body),
    stop,
  }
}
