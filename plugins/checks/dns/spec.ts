import { commonCheckFields, defineCheck, field, slowest, type SpecOf } from '@binnacle/plugin-kit'
import { z } from 'zod'

/** Record types that can be asked for. */
export const recordTypes = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'PTR', 'SOA', 'SRV', 'TXT', 'CAA'] as const

const schema = z.strictObject({
  ...commonCheckFields,
  query: field(z.string().trim().min(1).max(253), {
    title: 'Name',
    description: 'The name to ask for; an address for PTR.',
  }),
  server: field(z.string().trim().min(1).max(253).optional(), {
    title: 'Name server',
    description: "Host or address; the machine's own name servers without it.",
  }),
  port: field(z.number().int().min(1).max(65_535).optional(), {
    title: 'Port',
    description: 'Of the name server; 53 without it.',
  }),
  querytype: field(z.enum(recordTypes).optional(), { title: 'Record type', description: 'A without it.' }),
  minrecords: field(z.number().int().min(0).optional(), {
    title: 'Fewest records',
    description: '1 without it.',
  }),
  exactreply: field(z.array(z.string()).min(1).optional(), {
    title: 'Exact reply',
    description: 'The records that must come back, in any order and spelling of case.',
  }),
  thresholdMillis: slowest('Slowest answer', 'Milliseconds; a slower answer is unhealthy.'),
})

export const check = defineCheck({
  type: 'dns',
  title: 'DNS',
  description: 'Asks a name server for records and compares them.',
  icon: 'signpost',
  editor: 'code',
  schema,
  example: {
    name: 'shop name',
    query: 'shop.example.com',
    server: '127.0.0.1',
    querytype: 'A',
    minrecords: 1,
  },
  timeoutMilliseconds: 10_000,
  concurrency: 200,
  endpoint: (spec) =>
    `${spec.query} ${spec.querytype ?? 'A'}${spec.server === undefined ? '' : ` @${spec.server}`}`,
  target: (spec) => spec.server,
})

export type DnsSpec = SpecOf<typeof check>
