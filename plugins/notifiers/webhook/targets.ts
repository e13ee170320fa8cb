// The form of the JSON is the one of the generic service of the shoutrrr library:
// https://containrrr.dev/shoutrrr/v0.8/services/generic/
import { type ServiceTargets, startServiceTargets } from '../service-targets.ts'

/** A server that takes JSON from a user with a password. */
export function startTargets(): Promise<ServiceTargets> {
  return startServiceTargets({
    spec: {},
    connection: (token, url) => ({
      type: 'webhook',
      url: `${url}/alerts`,
      username: 'binnacle',
      password: token,
    }),
    taken: () => ({ status: 204 }),
    refused: { status: 401, json: { error: 'who are you?' } },
  })
}
