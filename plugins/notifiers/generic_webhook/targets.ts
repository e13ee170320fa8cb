// The form of the JSON is the one of the generic service of the shoutrrr library:
// https://containrrr.dev/shoutrrr/v0.8/services/generic/
import { type ServiceTargets, startServiceTargets } from '../service-targets.ts'

/** A server whose URL has a token. */
export function startTargets(): Promise<ServiceTargets> {
  return startServiceTargets({
    spec: {},
    connection: (token, url) => ({ type: 'generic_webhook', url: `${url}/hook/${token}` }),
    taken: () => ({ text: 'thanks' }),
    refused: { status: 404, text: 'no such hook' },
  })
}
