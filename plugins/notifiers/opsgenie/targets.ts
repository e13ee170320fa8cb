// Examples: https://docs.opsgenie.com/docs/alert-api#create-alert, https://docs.opsgenie.com/docs/response
import { type ServiceTargets, startServiceTargets } from '../service-targets.ts'

/** A server that speaks the alert API of OpsGenie. */
export function startTargets(): Promise<ServiceTargets> {
  return startServiceTargets({
    spec: {},
    connection: (token) => ({
      type: 'opsgenie',
      password: token,
      properties: { host: 'api.opsgenie.com', port: '443' },
    }),
    taken: () => ({
      status: 202,
      json: {
        result: 'Request will be processed',
        took: 0.302,
        requestId: '43a29c5c-3dbf-4fa4-9c26-f4f71023e120',
      },
    }),
    refused: {
      status: 422,
      json: {
        message: 'Request body is not processable. Please check the errors.',
        errors: { apiKey: 'Key format is not valid!' },
        took: 0.01,
        requestId: 'rId',
      },
    },
  })
}
