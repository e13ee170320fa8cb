// Examples: https://gotify.net/api-docs#/message/createMessage, https://gotify.net/docs/pushmsg
import { type ServiceTargets, startServiceTargets } from '../service-targets.ts'

/** A Gotify server below a path. */
export function startTargets(): Promise<ServiceTargets> {
  return startServiceTargets({
    spec: {},
    connection: (token, url) => ({ type: 'gotify', url: `${url}/gotify`, password: token }),
    taken: () => ({
      json: {
        id: 25,
        appid: 5,
        message: '**Backup** was successfully finished.',
        title: 'Backup',
        priority: 2,
        date: '2018-02-27T19:36:10.5045044+01:00',
      },
    }),
    refused: {
      status: 401,
      json: {
        error: 'Unauthorized',
        errorCode: 401,
        errorDescription: 'you need to provide a valid access token or user credentials to access this api',
      },
    },
  })
}
