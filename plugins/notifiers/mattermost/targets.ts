import { isRecord } from '@binnacle/contract/schema'
import { type ServiceReply, startServiceServer } from '@binnacle/plugin-kit/servers'
import type { NotifierInput, NotifierTargets } from '@binnacle/plugin-kit/suite/notifiers'
import { connectionOf } from '../service-targets.ts'

/** A connection to the server below. @param host of the connection */
export function mattermostConnection(token: string, host = 'chat.example.com') {
  return connectionOf({
    type: 'mattermost',
    username: 'binnacle',
    password: token,
    properties: { host, channel: 'alerts' },
  })
}

/** The token of the examples in https://developers.mattermost.com/integrate/webhooks/incoming/ */
export const GOOD = 'xxx-generatedkey-xxx'

/** An error of Mattermost: https://developers.mattermost.com/api-documentation/#/#error-response */
const problem = (status: number, id: string, message: string): ServiceReply => ({
  status,
  json: { id, message, detailed_error: '', request_id: 'g3qnz8b', status_code: status },
})

const refusals: Readonly<Record<string, ServiceReply>> = {
  page: { text: '<html>Sign in to the network</html>' },
  down: problem(503, 'api.web.app_error', 'The server is shutting down.'),
  hang: 'hang',
}

/** A server that answers as incoming webhooks of Mattermost do. */
export function startMattermost() {
  return startServiceServer(({ path, json }) => {
    const [, hooks, token = ''] = path.split('/')
    if (hooks !== 'hooks' || !isRecord(json)) return { status: 404, text: 'not found' }
    if (token !== GOOD)
      return refusals[token] ?? problem(400, 'web.incoming_webhook.invalid.app_error', 'Invalid webhook.')
    if (json['channel'] === 'none')
      return problem(404, 'web.incoming_webhook.channel.app_error', "Couldn't find the channel.")
    return { text: 'ok' }
  })
}

/** Real servers for the suite that every notification service passes. */
export async function startTargets(): Promise<NotifierTargets> {
  const { calls, egress, stop } = await startMattermost()
  const to = (token: string): NotifierInput => ({ spec: {}, connection: mattermostConnection(token), egress })
  return {
    working: to(GOOD),
    failing: to('down'),
    hanging: to('hang'),
    arrived: () => calls.filter(({ path }) => path.endsWith(GOOD)).map(({ body }) => body),
    stop,
  }
}
