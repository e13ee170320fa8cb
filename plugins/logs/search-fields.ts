import {
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

const fieldName = z.string().trim().min(1).max(500)

const schema = z
  .strictObject({
    connection: connectionField,
    url: field(httpAddress.optional(), {
      title: 'URL',
      description: 'URL of a node or of the cluster.',
      destination: 'origin',
      aliases: ['endpoint'],
      requiredWithout: ['connection'],
    }),
    ...credentialFields,
    index: field(z.string().trim().min(1).max(1_000), {
      title: 'Index',
      description: 'Names of indices, separated by commas, * for any characters.',
      destination: false,
    }),
    timestampField: field(fieldName.optional(), {
      title: 'Field of the time',
      description: 'Default: @timestamp',
      destination: false,
    }),
    messageField: field(fieldName.optional(), {
      title: 'Field of the message',
      description: 'Default: message',
      destination: false,
    }),
    keywordSuffix: field(z.string().trim().max(100).optional(), {
      title: 'Suffix of exact fields',
      description:
        'Added to names of labels that are compared, such as .keyword where indices map texts in the usual way. Default: none',
      destination: false,
    }),
    tlsConfig,
  })
  .check(demandAddress)

/**
 * Declares a type of log backend for a server with the search API of Elasticsearch.
 * @example
 * export const logs = defineSearchBackend({
 *   type: 'opensearch',
 *   title: 'OpenSearch',
 *   connections: ['opensearch', 'elasticsearch'],
 * })
 */
export function defineSearchBackend(type: { type: string; title: string; connections: readonly string[] }) {
  return defineLogBackend({
    type: type.type,
    title: type.title,
    description: `Documents of an ${type.title} index, by its search API.`,
    setup:
      'Words are searched as the index analyzes them, so a part of a word may not be found. A document is a line: its fields are the labels.',
    icon: 'search',
    schema,
    example: { url: 'http://127.0.0.1:9200', index: 'logs-*', keywordSuffix: '.keyword' },
    timeoutMilliseconds: 30_000,
    concurrency: 10,
    stream: [
      'kubernetes.pod.name',
      'kubernetes.container.name',
      'log.file.path',
      'host.name',
      'service.name',
    ],
    connections: [serverConnection([...type.connections])],
  })
}

/** The spec of such a log backend. */
export type SearchLogsSpec = LogSpecOf<ReturnType<typeof defineSearchBackend>>
