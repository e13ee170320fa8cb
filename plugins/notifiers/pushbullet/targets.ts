// Examples: https://docs.pushbullet.com/#create-push, errors: https://docs.pushbullet.com/#http-status-codes
import { type ServiceTargets, startServiceTargets } from '../service-targets.ts'

/** A server that speaks the API of Pushbullet. */
export function startTargets(): Promise<ServiceTargets> {
  return startServiceTargets({
    spec: {},
    connection: (token) => ({ type: 'pushbullet', password: token, properties: { targets: '#alerts' } }),
    taken: () => ({
      json: {
        active: true,
        body: 'Space Elevator, Mars Hyperloop, Space Model S (Model Space?)',
        created: 1412047948.579029,
        direction: 'self',
        dismissed: false,
        iden: 'ujpah72o0sjAoRtnM0jc',
        modified: 1412047948.579031,
        title: 'Space Travel Ideas',
        type: 'note',
      },
    }),
    refused: {
      status: 401,
      json: {
        error: {
          code: 'invalid_access_token',
          type: 'invalid_request',
          message: 'Access token is missing or invalid.',
          cat: '(=^‥^=)',
        },
        error_code: 'invalid_access_token',
      },
    },
  })
}
