import { fail, type Result, succeed } from '@binnacle/contract/core'
import {
  credentialsOf,
  isRecord,
  type Json,
  type RunContext,
  tlsSettings,
  UNRESOLVED,
} from '@binnacle/plugin-kit/core'
import { basicAuthorization, below } from '@binnacle/plugin-kit/http'
import { cleanMessage, type LogLine, type LogQuery, type OpenLogs } from '@binnacle/plugin-kit/logs'
import { fetchJson } from '@binnacle/clients/http/fetch'
import { z } from 'zod'
import { lineOfDocument, timeOfValue } from './fields.ts'
import type { SearchLogsSpec } from './search-fields.ts'

// https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-search, "Run a search", and
// https://docs.opensearch.org/latest/api-reference/search-apis/search/
const answerShape = z.object({
  timed_out: z.boolean().default(false),
  _shards: z.object({ failed: z.number(), total: z.number() }).optional(),
  hits: z.object({
    // A number until version 6 of Elasticsearch.
    total: z
      .union([z.number().transform((value) => ({ value })), z.object({ value: z.number() })])
      .optional(),
    hits: z
      .array(
        z.object({ _id: z.string(), _index: z.string(), _source: z.record(z.string(), z.json()).optional() }),
      )
      .default([]),
  }),
  aggregations: z
    .object({ lines: z.object({ buckets: z.array(z.object({ key: z.number(), doc_count: z.number() })) }) })
    .optional(),
})
type Answer = z.output<typeof answerShape>

/** Most hits of one search unless the index allows more (`index.max_result_window`). */
const MOST_HITS = 10_000

const timeField = ({ timestampField = '@timestamp' }: SearchLogsSpec) => timestampField
const messageField = ({ messageField: name = 'message' }: SearchLogsSpec) => name

/** The query of a search, in the query DSL. Texts of people are values, never syntax. */
export function searchQueryOf(spec: SearchLogsSpec, { target, filter, from, to }: LogQuery): Json {
  const message = messageField(spec)
  const { keywordSuffix = '' } = spec
  const phrase = (text: string) => ({ match_phrase: { [message]: text } })
  const term = (name: string, value: string): Json => ({
    bool: {
      should: [{ term: { [`${name}${keywordSuffix}`]: value } }, { match_phrase: { [name]: value } }],
      minimum_should_match: 1,
    },
  })
  const labels = Object.entries(target.labels)
  return {
    bool: {
      filter: [
        {
          range: {
            [timeField(spec)]: {
              gte: from.toISOString(),
              lte: to.toISOString(),
              format: 'strict_date_optional_time',
            },
          },
        },
        ...filter.contains.map(phrase),
        ...labels.map(([name, value]) => term(name, value)),
        ...filter.labels.flatMap(({ name, value, isExcluded }) => (isExcluded ? [] : [term(name, value)])),
      ],
      must_not: [
        ...filter.excludes.map(phrase),
        ...filter.labels.flatMap(({ name, value, isExcluded }) => (isExcluded ? [term(name, value)] : [])),
      ],
    },
  }
}

async function ask(spec: SearchLogsSpec, body: Json, context: RunContext): Promise<Result<Answer, string>> {
  if (spec.url === undefined || spec.connection !== undefined) return fail(UNRESOLVED)
  const fetched = await fetchJson(
    {
      // A comma and a star are part of the syntax of index names.
      url: below(spec.url, `${encodeURIComponent(spec.index).replaceAll('%2C', ',')}/_search`),
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...basicAuthorization(credentialsOf(spec)) },
      tls: tlsSettings(spec.tlsConfig),
    },
    context,
  )
  if (!fetched.ok) return fail(fetched.failure.message)
  const parsed = answerShape.safeParse(fetched.value.json)
  return parsed.success ? succeed(parsed.data) : fail('the answer is not that of a search')
}

/** Reads a field whose name has dots: as one key, or as keys of inner documents. */
function valueAt(document: Readonly<Record<string, Json>>, name: string): Json | undefined {
  if (document[name] !== undefined) return document[name]
  let value: unknown = document
  for (const key of name.split('.')) value = isRecord(value) ? value[key] : undefined
  return z.json().safeParse(value).data
}

function lineOf(
  spec: SearchLogsSpec,
  { _id: id, _index: index, _source: source = {} }: Answer['hits']['hits'][number],
): LogLine | undefined {
  const time = timeOfValue(valueAt(source, timeField(spec)))
  if (time === undefined) return undefined
  const messageValue = valueAt(source, messageField(spec))
  const { [timeField(spec)]: _time, [messageField(spec)]: _message, ...rest } = source
  const { labels, message } = lineOfDocument(rest)
  return {
    id: `${index}/${id}`,
    time,
    message: cleanMessage(typeof messageValue === 'string' ? messageValue : message),
    labels: { ...labels, index },
  }
}

function notesOf({ timed_out: isTimedOut, _shards: shards }: Answer): string[] {
  return [
    ...(isTimedOut ? ['the search ran out of time, so lines are missing'] : []),
    ...(shards !== undefined && shards.failed > 0
      ? [`${shards.failed} of ${shards.total} shards failed, so lines are missing`]
      : []),
  ]
}

/** Searches a server with the API of Elasticsearch. */
export const openSearchLogs: OpenLogs<SearchLogsSpec> = (spec, context) => ({
  async search(query) {
    const { limit, direction } = query
    const response = await ask(
      spec,
      {
        size: Math.min(MOST_HITS, limit),
        track_total_hits: 10_000,
        timeout: '25s',
        query: searchQueryOf(spec, query),
        sort: [
          { [timeField(spec)]: { order: direction === 'backward' ? 'desc' : 'asc', unmapped_type: 'date' } },
        ],
      },
      context,
    )
    if (!response.ok) return response
    const { hits } = response.value
    const lines = hits.hits.flatMap((hit) => lineOf(spec, hit) ?? [])
    const notes = notesOf(response.value)
    return succeed({
      lines,
      isWhole: notes.length === 0,
      notes,
      ...(hits.total === undefined ? {} : { total: hits.total.value }),
    })
  },
  async histogram(query, parts) {
    const start = query.from.getTime()
    const interval = Math.max(1, Math.ceil((query.to.getTime() - start) / parts))
    const response = await ask(
      spec,
      {
        size: 0,
        timeout: '25s',
        query: searchQueryOf(spec, query),
        aggs: {
          lines: {
            date_histogram: {
              field: timeField(spec),
              fixed_interval: `${interval}ms`,
              // By default buckets begin at multiples of the interval since 1970.
              offset: `+${start % interval}ms`,
              min_doc_count: 1,
            },
          },
        },
      },
      context,
    )
    if (!response.ok) return response
    const counts = Array.from({ length: parts }, () => 0)
    for (const { key, doc_count: count } of response.value.aggregations?.lines.buckets ?? []) {
      const index = Math.min(parts - 1, Math.max(0, Math.round((key - start) / interval)))
      counts[index] = (counts[index] ?? 0) + count
    }
    return succeed(counts)
  },
})
