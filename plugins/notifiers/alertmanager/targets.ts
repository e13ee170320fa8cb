// The API: https://github.com/prometheus/alertmanager/blob/main/api/v2/openapi.yaml,
// what clients send: https://prometheus.io/docs/alerting/latest/clients/,
// the webhook: https://prometheus.io/docs/alerting/latest/configuration/#webhook_config
import { z } from 'zod'
import { type ServiceTargets, startServiceTargets } from '../service-targets.ts'

const labelSet = z.record(z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/), z.string())
/** The definition postableAlerts of the API. */
const postableAlerts = z
  .array(
    z.strictObject({
      labels: labelSet,
      annotations: labelSet.optional(),
      startsAt: z.iso.datetime().optional(),
      endsAt: z.iso.datetime().optional(),
      generatorURL: z.url().optional(),
    }),
  )
  .min(1)

/** A server that speaks the API of an Alertmanager, and takes its webhook below /hook. */
export function startTargets(): Promise<ServiceTargets> {
  return startServiceTargets({
    spec: {},
    connection: (token, url) => ({ type: 'alertmanager', url, username: 'binnacle', password: token }),
    taken({ path, json }) {
      if (path === '/hook') return { status: 200 }
      const alerts = postableAlerts.safeParse(json)
      if (path !== '/api/v2/alerts' || !alerts.success)
        return { status: 400, json: `bad request body: ${alerts.error?.message ?? path}` }
      return { status: 200 }
    },
    refused: { status: 401, text: 'Unauthorized' },
  })
}
