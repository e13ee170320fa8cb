import { commonCheckFields, defineCheck, field, type SpecOf } from '@binnacle/plugin-kit'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonCheckFields,
  endpoint: field(
    z
      .string()
      .trim()
      .regex(/^[0-9A-Za-z][0-9A-Za-z.:_%-]*$/, 'not a host name or address'),
    { title: 'Host', description: 'Name or address.' },
  ),
  packetCount: field(z.number().int().min(1).max(20).optional(), {
    title: 'Packets',
    description: 'How many are sent; 5 without it.',
  }),
  packetLossThreshold: field(z.number().min(0).max(100).optional(), {
    title: 'Packet loss',
    description: 'Percent; a greater loss is unhealthy. 0 without it.',
  }),
  thresholdMillis: field(z.number().int().positive().optional(), {
    title: 'Slowest round trip',
    description: 'Milliseconds; a greater average is unhealthy.',
  }),
})

export const check = defineCheck({
  type: 'icmp',
  title: 'ICMP Ping',
  description: 'Sends echo requests and looks at loss and round trip.',
  icon: 'radio',
  schema,
  example: { name: 'gateway', endpoint: '127.0.0.1', packetCount: 3, packetLossThreshold: 40 },
  timeoutMilliseconds: 15_000,
  concurrency: 30,
  endpoint: (spec) => spec.endpoint,
  target: (spec) => spec.endpoint,
})

export type IcmpSpec = SpecOf<typeof check>
