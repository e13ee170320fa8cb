// Examples: https://github.com/Finb/bark-server/blob/master/docs/API_V2.md
import { type ServiceTargets, startServiceTargets } from '../service-targets.ts'

/** A server that speaks the API of Bark. */
export function startTargets(): Promise<ServiceTargets> {
  return startServiceTargets({
    spec: {},
    connection: (token, url) => ({ type: 'bark', url, password: token }),
    taken: () => ({ json: { code: 200, message: 'success', timestamp: 1612930000 } }),
    refused: {
      status: 400,
      json: {
        code: 400,
        message: 'failed to get device token: failed to get [x] device token from database',
        timestamp: 1612930000,
      },
    },
  })
}
