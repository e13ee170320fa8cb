/** A canary as a person writes it. */
export const canaryYaml = `apiVersion: v1
kind: Canary
metadata:
  name: checkout
  namespace: payments
  labels:
    team: payments # who is told
spec:
  schedule: '@every 30s'
  severity: high
  http:
    - name: checkout-api
      url: https://checkout.internal.example/health?probe=binnacle&include=database,queue,card-processor&format=json
      responseCodes: [200, 204]
      maxSSLExpiry: 7
      test:
        expr: 'json.status == "ok" && size(json.failing) == 0'
  dns:
    - name: resolver
      server: 10.0.0.10
      querytype: A
      minrecords: 1
`

/** The answer of a check. */
export const resultJson = JSON.stringify(
  {
    status: 'degraded',
    version: '4.18.2',
    uptime_seconds: 183_204,
    healthy: false,
    leader: null,
    failing: [{ name: 'ledger', latency_ms: 4_120.5, error: 'too many clients already' }],
  },
  null,
  2,
)
