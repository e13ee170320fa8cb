import { commonCheckFields, defineCheck, type SpecOf } from '@binnacle/plugin-kit/checks'
import {
  connectionField,
  credentialFields,
  demandAddress,
  field,
  httpAddress,
  serverConnection,
  TESTED_CONNECTION,
  tlsConfig,
} from '@binnacle/plugin-kit/core'
import { z } from 'zod'

const schema = z
  .strictObject({
    ...commonCheckFields,
    connection: connectionField,
    url: field(httpAddress.optional(), {
      title: 'URL',
      description: 'URL of the Prometheus server, including its path prefix if it has one.',
      destination: 'origin',
      aliases: ['endpoint', 'host'],
      requiredWithout: ['connection'],
    }),
    ...credentialFields,
    query: field(z.string().trim().min(1).max(100_000), {
      title: 'Query',
      description: 'PromQL, evaluated at the current time.',
      widget: 'code',
      language: 'promql',
      destination: false,
    }),
    tlsConfig,
  })
  .check(demandAddress)

export const check = defineCheck({
  type: 'prometheus',
  title: 'Prometheus',
  description: 'Runs a PromQL query and checks the results.',
  icon: 'flame',
  category: 'monitoring',
  editor: 'code',
  schema,
  example: {
    name: 'targets that are down',
    url: 'http://127.0.0.1:9090',
    query: 'count(up == 0) or vector(0)',
    markFailOnEmpty: true,
  },
  timeoutMilliseconds: 30_000,
  concurrency: 50,
  connections: [serverConnection(['prometheus', 'http'])],
  connectionTests: { prometheus: () => ({ connection: TESTED_CONNECTION, query: 'vector(1)' }) },
  endpoint: (spec) => spec.url ?? spec.connection,
  target: (spec) => (spec.url === undefined ? spec.connection : URL.parse(spec.url)?.host),
})

export type PrometheusSpec = SpecOf<typeof check>
