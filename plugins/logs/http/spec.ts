import {
  account,
  connectionField,
  credentialFields,
  demandAddress,
  field,
  httpAddress,
  serverConnection,
  tlsConfig,
} from '@binnacle/plugin-kit/core'
import { defineLogBackend, type LogSpecOf } from '@binnacle/plugin-kit/logs'
import { z } from 'zod'

const schema = z
  .strictObject({
    connection: connectionField,
    url: field(httpAddress.optional(), {
      title: 'URL',
      description: 'Address of the service; searches are sent to /search below it.',
      destination: 'origin',
      requiredWithout: ['connection'],
    }),
    ...credentialFields,
    bearer: account('Bearer token'),
    tlsConfig,
  })
  .check(demandAddress)

export const logs = defineLogBackend({
  type: 'http',
  title: 'HTTP service',
  description: 'A service that searches logs: POST /search with id, type and labels.',
  setup:
    'The service gets `{id, type, labels, query, start, end, limit, direction}` and answers `{total, results: [{timestamp, message, labels}]}`. It may ignore fields that it does not know: times and words are compared again.',
  icon: 'globe',
  schema,
  example: { url: 'http://127.0.0.1:8080', bearer: 'secret://logs/token' },
  timeoutMilliseconds: 30_000,
  concurrency: 10,
  stream: ['pod', 'container', 'file'],
  connections: [serverConnection(['http'])],
})

export type HttpLogsSpec = LogSpecOf<typeof logs>
