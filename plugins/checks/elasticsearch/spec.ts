import {
  commonCheckFields,
  connectionField,
  credentialFields,
  defineCheck,
  demandAddress,
  field,
  httpAddress,
  isTemplate,
  serverConnection,
  type SpecOf,
  templatesAt,
  TESTED_CONNECTION,
  tlsConfig,
  wholeFromZero,
} from '@binnacle/plugin-kit'
import { z } from 'zod'

/** A query that is a template is JSON only when it is filled. */
const jsonObject = z.string().check((context) => {
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

const schema = z
  .strictObject({
    ...commonCheckFields,
    connection: connectionField,
    url: field(httpAddress.optional(), {
      title: 'Address',
      description: 'Of a node or of the cluster.',
      destination: 'origin',
      aliases: ['endpoint'],
    }),
    ...credentialFields,
    index: field(z.string().trim().min(1).max(1_000), {
      title: 'Index',
      description: 'Names of indices, comma between them, * for any characters.',
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
      description: 'The search must find exactly this many documents; 0 without it.',
      destination: false,
    }),
    tlsConfig,
  })
  .check(demandAddress)

/** A search that reads nothing and finds nothing. */
const findNothing = () => ({
  connection: TESTED_CONNECTION,
  index: '*',
  query: '{"size":0,"query":{"match_none":{}}}',
})

export const check = defineCheck({
  type: 'elasticsearch',
  // OpenSearch answers a search in the same form.
  aliases: ['opensearch'],
  title: 'Elasticsearch',
  description: 'Searches an Elasticsearch index and counts the hits.',
  icon: 'search',
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
  connections: [serverConnection(['elasticsearch', 'opensearch', 'http'])],
  connectionTests: { elasticsearch: findNothing, opensearch: findNothing },
  scripts: ({ query }) => templatesAt([[['query'], query]]),
  endpoint: (spec) => `${(spec.url ?? spec.connection ?? '').replace(/\/$/, '')}/${spec.index}`,
  target: (spec) => (spec.url === undefined ? spec.connection : URL.parse(spec.url)?.host),
})

export type ElasticsearchSpec = SpecOf<typeof check>
