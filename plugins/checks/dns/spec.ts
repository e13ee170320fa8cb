import { commonCheckFields, defineCheck, type SpecOf } from '@binnacle/plugin-kit/checks'
import { field, slowest } from '@binnacle/plugin-kit/core'
import { z } from 'zod'

/** Record types that a check can query. */
const recordTypes = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'PTR', 'SOA', 'SRV', 'TXT', 'CAA'] as const

const schema = z.strictObject({
  ...commonCheckFields,
  query: field(z.string().trim().min(1).max(253), {
    title: 'Name',
    description: 'Name to look up. For PTR: an IP address.',
  }),
  server: field(z.string().trim().min(1).max(253).optional(), {
    title: 'Name server',
    description: 'Host or IP address. Default: the name servers of the machine.',
  }),
  port: field(z.number().int().min(1).max(65_535).optional(), {
    title: 'Port',
    description: 'Port of the name server. Default: 53.',
  }),
  querytype: field(z.enum(recordTypes).optional(), { title: 'Record type', description: 'Default: A.' }),
  minrecords: field(z.number().int().min(0).optional(), {
    title: 'Minimum records',
    description: 'Default: 1.',
  }),
  exactreply: field(z.array(z.string()).min(1).optional(), {
    title: 'Exact reply',
    description: 'Records that the answer must contain, in any order. Case is ignored.',
  }),
  thresholdMillis: slowest('Maximum response time (ms)', 'Unhealthy when the response takes longer.'),
})

export const check = defineCheck({
  type: 'dns',
  title: 'DNS',
  description: 'Looks up DNS records and compares them with the expected ones.',
  icon: 'signpost',
  category: 'network',
  place: 3,
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
