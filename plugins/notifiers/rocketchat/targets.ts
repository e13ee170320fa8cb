import { isRecord } from '@binnacle/contract/schema'
import { type ServiceReply, startServiceServer } from '@binnacle/plugin-kit/servers'
import type { NotifierInput, NotifierTargets } from '@binnacle/plugin-kit/suite/notifiers'
import { connectionOf } from '../service-targets.ts'

/** A connection to the server below. */
export function rocketchatConnection(token = '2XYQcX9NBwJBKfQnphpebPcnXZcPEi32Nt4NKJfrnbhsbRfX') {
  return connectionOf({
    type: 'rocketchat',
    username: '8eGdRzc9r4YYNyvge',
    password: token,
    properties: { host: 'chat.example.com', port: '8443', user: 'Binnacle', channel: 'alerts' },
  })
}

/** Errors of webhooks: https://docs.rocket.chat/docs/integrations, as the server writes them. */
const refusals: Readonly<Record<string, ServiceReply>> = {
  '#none': { status: 400, json: { success: false, error: 'invalid-channel' } },
  '#odd': { json: { success: false, error: 'error-not-allowed' } },
  '#page': { text: '<html>Sign in to the network</html>' },
  '#hang': 'hang',
}

/** A server that answers as incoming webhooks of Rocket.Chat do. */
export function startRocketchat() {
  return startServiceServer(({ path, json }) => {
    if (!path.startsWith('/hooks/8eGdRzc9r4YYNyvge/2XYQcX9') || !isRecord(json))
      return { status: 404, json: { success: false, error: 'Invalid integration id or token provided.' } }
    return refusals[String(json['channel'])] ?? { json: { success: true } }
  })
}

/** Real servers for the suite that every notification service passes. */
export async function startTargets(): Promise<NotifierTargets> {
  const { calls, egress, stop } = await startRocketchat()
  const to = (channel: string): NotifierInput => ({
    spec: { channel },
    connection: rocketchatConnection(),
    egress,
  })
  return {
    working: to('alerts'),
    failing: to('none'),
    hanging: to('hang'),
    arrived: () => calls.filter(({ body }) => body.includes('#alerts')).map(({ body }) => body),
    stop,
  }
}
