import { z } from 'zod'
import { defineCheck, type SpecOf } from './check.ts'
import { commonCheckFields } from './common-fields.ts'
import { serverConnection } from '../core/connection-filling.ts'
import { connectionField, demandAddress, TESTED_CONNECTION } from '../core/connection.ts'
import { field, wholeFromZero } from '../core/fields.ts'
import { isTemplate, templatesAt } from './query-template.ts'
import { credentialFields, httpAddress, tlsConfig } from '../core/server-fields.ts'

/** Requires a JSON object. A template becomes JSON only when it is rendered. */
const jsonObject = z
  .string()
  .max(65_536, { abort: true })
  .check((context) => {
    if (isTemplate(context.value)) return
    try {
      const value: unknown = JSON.parse(context.value)
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return
      context.issues.push({ code: 'custom', message: 'a query is a JSON object', input: context.value })
    } catch (error) {
      const words = error instanceof Error ? error.message : ''
      context.issues.push({ code: 'custom', message: `not JSON: ${words}`, input: context.value })
    }
  })

/** Spec of a check of Elasticsearch, or of a server that answers in the same form. */
const schema = z
  .strictObject({
    ...commonCheckFields,
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
    query: field(jsonObject, {
      title: 'Query',
      description:
        'Body of the search, as JSON. With {{ it is a Go template, which sees canary, check and last_result, but no variables.',
      widget: 'code',
      language: 'json',
      destination: false,
    }),
    results: field(wholeFromZero.optional(), {
      title: 'Results',
      description: 'The search must find exactly this many documents. Default: 0',
      destination: false,
    }),
    tlsConfig,
  })
  .check(demandAddress)

/** A search without hits, for testing a connection. */
const findNothing = () => ({
  connection: TESTED_CONNECTION,
  index: '*',
  query: '{"size":0,"query":{"match_none":{}}}',
})

/**
 * Declares a check type that searches an index and counts the hits.
 * @param type.connections connection types for such servers; the check type tests the first one
 * @example
 * export const check = defineSearchCheck({
 *   type: 'opensearch',
 *   title: 'OpenSearch',
 *   connections: ['opensearch', 'elasticsearch'],
 * })
 */
export function defineSearchCheck(type: {
  type: string
  title: string
  connections: readonly [tested: string, ...others: string[]]
}) {
  const { connections } = type
  return defineCheck({
    type: type.type,
    title: type.title,
    description: `Searches an ${type.title} index and counts the hits.`,
    icon: 'search',
    category: 'database',
    schema,
    example: {
      name: 'errors of the last hour',
      url: 'http://127.0.0.1:9200',
      index: 'logs-shop',
      query: '{ "query": { "term": { "level": "error" } } }',
      results: 0,
    },
    timeoutMilliseconds: 30_000,
    concurrency: 50,
    connections: [serverConnection([...connections])],
    connectionTests: { [connections[0]]: findNothing },
    scripts: ({ query }) => templatesAt([[['query'], query]]),
    endpoint: (spec) => `${(spec.url ?? spec.connection ?? '').replace(/\/$/, '')}/${spec.index}`,
    target: (spec) => (spec.url === undefined ? spec.connection : URL.parse(spec.url)?.host),
  })
}

/** The spec of a check that searches an index. */
export type SearchSpec = SpecOf<ReturnType<typeof defineSearchCheck>>
