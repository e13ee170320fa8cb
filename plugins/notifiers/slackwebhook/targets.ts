import { type ServiceReply, startServiceServer } from '@binnacle/plugin-kit/servers'
import type { NotifierInput, NotifierTargets } from '@binnacle/plugin-kit/suite/notifiers'
import { connectionValuesOf } from '@binnacle/plugin-kit/testing'

/** Path of the example in https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export const GOOD = '/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX'

/** Answers by path, with the errors of the same page. */
const replies: Readonly<Record<string, ServiceReply>> = {
  [GOOD]: { text: 'ok' },
  '/archived': { status: 410, text: 'channel_is_archived' },
  '/removed': { status: 404, text: 'no_service' },
  '/broken': { status: 500, text: 'rollup_error' },
  '/page': { text: '<html>Sign in to the network</html>' },
  '/moved': { status: 302, headers: { location: 'https://elsewhere.example/' } },
  '/hang': 'hang',
}

/** A server that answers as incoming webhooks of Slack do. */
export async function startSlackWebhook() {
  const server = await startServiceServer(({ path }) => replies[path] ?? { status: 404, text: 'no_team' })
  const at = (path: string): NotifierInput => ({
    spec: {},
    connection: connectionValuesOf({
      name: 'test',
      namespace: 'default',
      type: 'slackwebhook',
      url: `${server.url}${path}`,
      insecure_tls: false,
      properties: {},
    }),
  })
  return { ...server, at }
}

/** Real servers for the suite that every notification service passes. */
export async function startTargets(): Promise<NotifierTargets> {
  const { at, calls, stop } = await startSlackWebhook()
  return {
    working: at(GOOD),
    failing: at('/archived'),
    hanging: at('/hang'),
    secretive: at('/services/{secret}'),
    arrived: () => calls.filter(({ path }) => path === GOOD).map(({ body }) => body),
    stop,
  }
}
