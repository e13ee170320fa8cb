// Examples: https://github.com/bbernhard/signal-cli-rest-api/blob/master/doc/EXAMPLES.md and
// https://bbernhard.github.io/signal-cli-rest-api/#/Messages/post_v2_send
import { type ServiceTargets, startServiceTargets } from '../service-targets.ts'

/** A server that speaks the signal-cli REST API; which of its numbers is used stands for the token of other services. */
export function startTargets(): Promise<ServiceTargets> {
  return startServiceTargets({
    spec: {},
    connection: (token, url) => ({
      type: 'signal',
      url,
      username: token,
      properties: { recipients: '+4354546464654, group.ckRzaEd4VmRzNnJaASAEsasa' },
    }),
    taken: () => ({ status: 201, json: { timestamp: '1677000000123' } }),
    refused: { status: 400, json: { error: 'User +431212131491291 is not registered.' } },
  })
}
