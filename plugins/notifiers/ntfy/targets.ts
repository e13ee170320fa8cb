// Examples: https://docs.ntfy.sh/publish/#publish-as-json and https://docs.ntfy.sh/subscribe/api/#json-message-format
import { type ServiceTargets, startServiceTargets } from '../service-targets.ts'

/** A server that speaks ntfy, with a topic that asks for an access token. */
export function startTargets(): Promise<ServiceTargets> {
  return startServiceTargets({
    spec: { tags: 'computer' },
    connection: (token) => ({
      type: 'ntfy',
      password: token,
      properties: { host: 'ntfy.sh', topic: 'phil_alerts' },
    }),
    taken: () => ({
      json: {
        id: 'sPs71M8A2T',
        time: 1643935928,
        expires: 1643936928,
        event: 'message',
        topic: 'phil_alerts',
        message: 'Unauthorized access detected',
      },
    }),
    refused: {
      status: 403,
      json: {
        code: 40301,
        http: 403,
        error: 'forbidden',
        link: 'https://ntfy.sh/docs/publish/#authentication',
      },
    },
  })
}
