import { commonCheckFields, defineCheck, type SpecOf } from '@binnacle/plugin-kit/checks'
import { field, fromZero, slowest, wholeFromZero } from '@binnacle/plugin-kit/core'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonCheckFields,
  endpoint: field(
    z
      .string()
      .max(1_024, { abort: true })
      .trim()
      .regex(/^[0-9A-Za-z][0-9A-Za-z.:_%-]*$/, 'not a host name or address'),
    { title: 'Host', description: 'Host name or IP address.', aliases: ['url'] },
  ),
  packetCount: field(wholeFromZero.max(20).optional(), {
    title: 'Packets',
    description: 'Number of packets to send. 0 or empty: 5.',
  }),
  packetLossThreshold: field(fromZero.max(100).optional(), {
    title: 'Maximum packet loss (%)',
    description: 'Unhealthy when more packets are lost. Default: 0.',
  }),
  thresholdMillis: slowest('Maximum round-trip time (ms)', 'Unhealthy when the average takes longer.'),
})

export const check = defineCheck({
  type: 'icmp',
  title: 'ICMP Ping',
  description: 'Pings a host and checks packet loss and round-trip time.',
  icon: 'radio',
  category: 'network',
  place: 4,
  schema,
  example: { name: 'gateway', endpoint: '127.0.0.1', packetCount: 3, packetLossThreshold: 40 },
  timeoutMilliseconds: 15_000,
  concurrency: 30,
  endpoint: (spec) => spec.endpoint,
  target: (spec) => spec.endpoint,
})

export type IcmpSpec = SpecOf<typeof check>
