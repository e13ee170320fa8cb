// Examples: https://developer.pagerduty.com/docs/send-alert-event, https://developer.pagerduty.com/docs/send-change-event
import { isRecord } from '@binnacle/plugin-kit/core'
import { type ServiceTargets, startServiceTargets } from '../service-targets.ts'

/** A server that speaks the Events API v2. */
export function startTargets(): Promise<ServiceTargets> {
  return startServiceTargets({
    spec: {},
    connection: (token) => ({ type: 'pagerduty', password: token, properties: { region: 'US' } }),
    taken: ({ path, json }) => ({
      status: 202,
      json:
        path === '/v2/enqueue'
          ? {
              status: 'success',
              message: 'Event processed',
              dedup_key: isRecord(json) ? json['dedup_key'] : '',
            }
          : { status: 'success', message: 'Change event processed' },
    }),
    refused: {
      status: 400,
      json: {
        status: 'invalid event',
        message: 'Event object is invalid',
        errors: ['Length of "routing_key" is incorrect (should be 32 characters)'],
      },
    },
  })
}
