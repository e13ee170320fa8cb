import { commonCheckFields, defineCheck, type SpecOf } from '@binnacle/plugin-kit/checks'
import { field, slowest } from '@binnacle/plugin-kit/core'
import { z } from 'zod'

/** Splits host:port. IPv6 addresses are in brackets. */
export function splitEndpoint(endpoint: string): { host: string; port: number } | undefined {
  const match = /^(?:tcp:\/\/)?(\[[0-9a-fA-F:.%]+\]|[^\s:/[\]]+):(\d{1,5})$/.exec(endpoint)
  const port = Number(match?.[2])
  return match?.[1] === undefined || port < 1 || port > 65_535 ? undefined : { host: match[1], port }
}

const schema = z.strictObject({
  ...commonCheckFields,
  endpoint: field(
    z
      .string()
      .max(8_192, { abort: true })
      .refine((text) => splitEndpoint(text) !== undefined, {
        error: (issue) =>
          `"${String(issue.input)}" is not of the form host:port (put an IPv6 address in brackets)`,
      }),
    { title: 'Endpoint', description: 'host:port. Put an IPv6 address in brackets.', aliases: ['url'] },
  ),
  thresholdMillis: slowest('Maximum connection time (ms)', 'Unhealthy when connecting takes longer.'),
})

export const check = defineCheck({
  type: 'tcp',
  title: 'TCP',
  description: 'Connects to a TCP port.',
  icon: 'plug',
  category: 'network',
  place: 2,
  schema,
  example: { name: 'mail relay', endpoint: '127.0.0.1:25', thresholdMillis: 500 },
  timeoutMilliseconds: 10_000,
  concurrency: 500,
  endpoint: (spec) => spec.endpoint,
  target: (spec) => splitEndpoint(spec.endpoint)?.host,
})

export type TcpSpec = SpecOf<typeof check>
