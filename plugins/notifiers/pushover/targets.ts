// Examples: https://pushover.net/api#response, https://pushover.net/api/receipts
import { type ServiceTargets, startServiceTargets } from '../service-targets.ts'

/** A server that speaks the API of Pushover. */
export function startTargets(): Promise<ServiceTargets> {
  return startServiceTargets({
    spec: {},
    connection: (token) => ({
      type: 'pushover',
      username: 'uQiRzpo4DXghDmr9QzzfQu27cmVRsG',
      password: token,
    }),
    taken: ({ path, body }) => ({
      json: {
        status: 1,
        request: '647d2300-702c-4b38-8b2f-d56326ae460b',
        ...(path === '/1/messages.json' && body.includes('priority=2')
          ? { receipt: 'rLqVuqTRh62UzxtmqiaLzQmVcPgiCy' }
          : {}),
      },
    }),
    refused: {
      status: 400,
      json: {
        token: 'invalid',
        errors: ['application token is invalid'],
        status: 0,
        request: '5042853c-402d-4a18-abcb-168734a801de',
      },
    },
  })
}
