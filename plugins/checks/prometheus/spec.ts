import {
  commonCheckFields,
  credentialFields,
  defineCheck,
  field,
  httpAddress,
  type SpecOf,
  tlsConfig,
} from '@binnacle/plugin-kit'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonCheckFields,
  url: field(httpAddress, {
    title: 'Address',
    description: 'Of the Prometheus server, with its path prefix where it has one.',
  }),
  ...credentialFields,
  query: field(z.string().trim().min(1).max(100_000), {
    title: 'Query',
    description: 'PromQL; asked for the present instant.',
    widget: 'code',
    language: 'promql',
  }),
  markFailOnEmpty: field(z.boolean().optional(), {
    title: 'No results are unhealthy',
    description: 'Off without it.',
  }),
  tlsConfig,
})

export const check = defineCheck({
  type: 'prometheus',
  title: 'Prometheus',
  description: 'Sends a query to a Prometheus server and keeps what it finds.',
  icon: 'flame',
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
  endpoint: (spec) => spec.url,
  target: (spec) => URL.parse(spec.url)?.host,
})

export type PrometheusSpec = SpecOf<typeof check>
