import {
  addressFields,
  addressOf,
  commonCheckFields,
  credentialFields,
  defineCheck,
  demandReadableUrl,
  type SpecOf,
  sqlConnection,
  sqlReference,
  TESTED_CONNECTION,
  tlsConfig,
  writeHostAndPort,
} from '@binnacle/plugin-kit'
import { z } from 'zod'
import { readMongoUrl } from './address.ts'

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
  description: 'Signs in to MongoDB, finds the primary and sends it a ping.',
  icon: 'database',
  schema,
  example: {
    name: 'catalogue',
    url: 'mongodb://127.0.0.1:27017/?replicaSet=shop',
    username: 'monitor',
    password: { value: 'the password' },
  },
  timeoutMilliseconds: 10_000,
  concurrency: 50,
  connections: sqlConnection('mongo'),
  connectionTests: { mongo: () => ({ connection: TESTED_CONNECTION }) },
  endpoint: (spec) =>
    addressOf(spec, readMongoUrl)?.hosts.map(writeHostAndPort).join(',') ?? sqlReference(spec),
  target: (spec) => addressOf(spec, readMongoUrl)?.hosts[0]?.host ?? sqlReference(spec),
})

export type MongodbSpec = SpecOf<typeof check>
