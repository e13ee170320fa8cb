import {
  commonCheckFields,
  defineCheck,
  field,
  fromZero,
  slowest,
  type SpecOf,
  wholeFromZero,
} from '@binnacle/plugin-kit'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonCheckFields,
  endpoint: field(
    z
      .string()
      .trim()
      .regex(/^[0-9A-Za-z][0-9A-Za-z.:_%-]*$/, 'not a host name or address'),
    { title: 'Host', description: 'Name or address.', aliases: ['url'] },
  ),
  packetCount: field(wholeFromZero.max(20).optional(), {
    title: 'Packets',
    description: 'How many are sent; 5 with 0 or without it.',
  }),
  packetLossThreshold: field(fromZero.max(100).optional(), {
    title: 'Packet loss',
    description: 'Percent; a greater loss is unhealthy. 0 without it.',
  }),
  thresholdMillis: slowest('Slowest round trip', 'Milliseconds; a greater average is unhealthy.'),
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
