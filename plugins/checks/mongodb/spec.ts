import {
  addressFields,
  addressOf,
  commonCheckFields,
  defineCheck,
  demandReadableUrl,
  type SpecOf,
  sqlConnection,
  sqlReference,
} from '@binnacle/plugin-kit/checks'
import {
  credentialFields,
  TESTED_CONNECTION,
  tlsConfig,
  writeHostAndPort,
  writeServer,
} from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import { readMongoUrl } from './address.ts'

// The sign-in method counts as part of a server: one method may send the password where another only proves it.
function readServers(text: string): string[] | undefined {
  const address = readMongoUrl(text)
  if (typeof address === 'string') return undefined
  const { hosts, isService, tls, skipVerify, authMechanism = '' } = address
  const way = [
    isService ? 'srv' : 'hosts',
    tls ? 'tls' : 'plain',
    skipVerify ? 'unverified' : '',
    authMechanism,
  ]
  return hosts.map(({ host, port }) => writeServer(`mongodb+${way.join('+')}`, host, port))
}

const schema = z
  .strictObject({
    ...commonCheckFields,
    ...addressFields('mongodb://user:password@host:port,host:port/database?options or mongodb+srv://….'),
    ...credentialFields,
    tlsConfig,
  })
  .check((context) => demandReadableUrl(context, readMongoUrl))

export const check = defineCheck({
  type: 'mongodb',
  aliases: ['mongo'],
  title: 'Mongo',
  description: 'Connects to MongoDB and pings the primary.',
  icon: 'database',
  category: 'database',
  schema,
  example: {
    name: 'catalogue',
    url: 'mongodb://127.0.0.1:27017/?replicaSet=shop',
    username: 'monitor',
    password: { value: 'the password' },
  },
  timeoutMilliseconds: 10_000,
  concurrency: 50,
  connections: sqlConnection('mongo', readServers),
  connectionTests: { mongo: () => ({ connection: TESTED_CONNECTION }) },
  endpoint: (spec) =>
    addressOf(spec, readMongoUrl)?.hosts.map(writeHostAndPort).join(',') ?? sqlReference(spec),
  target: (spec) => addressOf(spec, readMongoUrl)?.hosts[0]?.host ?? sqlReference(spec),
})

export type MongodbSpec = SpecOf<typeof check>
