import { storeConnection, storeFields } from '@binnacle/clients/object-storage/s3-fields'
import { type ConnectionUse, field, without } from '@binnacle/plugin-kit/core'
import { defineLogBackend, type LogSpecOf } from '@binnacle/plugin-kit/logs'
import { succeed } from '@binnacle/contract/core'
import { z } from 'zod'

const { connection, region, accessKey, secretKey, sessionToken, endpoint, tlsConfig } = storeFields

const schema = z.strictObject({
  connection,
  region,
  logGroup: field(z.string().trim().min(1).max(512), {
    title: 'Log group',
    description: 'Name of the log group, such as /aws/lambda/shop.',
    destination: false,
  }),
  streamPrefix: field(z.string().trim().min(1).max(512).optional(), {
    title: 'Prefix of streams',
    description: 'Reads only log streams whose names begin with this text. Default: all',
    destination: false,
  }),
  accessKey,
  secretKey,
  sessionToken,
  endpoint: endpoint.meta({
    title: 'Address',
    description: 'Address of a service with the API of CloudWatch Logs. Default: Amazon',
  }),
  tlsConfig,
})

const account = storeConnection([])
const use: ConnectionUse = {
  at: [],
  types: ['aws'],
  fill(written, found, whole) {
    const filled = account.fill(written, found, whole)
    // These settings are those of object stores.
    return filled.ok ? succeed(without(filled.value, 'usePathStyle', 'objectPath', 'skipTLSVerify')) : filled
  },
}

export const logs = defineLogBackend({
  type: 'cloudwatch',
  title: 'CloudWatch Logs',
  description: 'A log group of Amazon CloudWatch Logs.',
  setup: 'The account needs `logs:FilterLogEvents` on the log group. Words are compared with their case.',
  icon: 'cloud',
  schema,
  example: {
    region: 'eu-west-1',
    logGroup: '/aws/lambda/shop',
    accessKey: 'secret://aws/access-key',
    secretKey: 'secret://aws/secret-key',
  },
  timeoutMilliseconds: 60_000,
  concurrency: 5,
  stream: ['stream'],
  connections: [use],
})

export type CloudWatchSpec = LogSpecOf<typeof logs>
