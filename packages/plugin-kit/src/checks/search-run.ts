import { z } from 'zod'
import type { CheckContext, RunCheck } from './check.ts'
import { UNRESOLVED } from '../core/connection.ts'
import { excerpt } from './excerpt.ts'
import { below, requestJson } from './http.ts'
import type { Json } from '../core/json.ts'
import { healthy, unhealthy, unknown } from '../core/outcome.ts'
import { fillQuery } from './query-template.ts'
import type { SearchSpec } from './search-check.ts'
import { credentialsOf, tlsSettings } from '../core/server-fields.ts'

/** Most hits in the evidence. */
const MOST_HITS = 10

// The total was a number until version 6 and is an object since (Elasticsearch's "Breaking changes in 7.0").
const total = z.union([
  z.number().transform((value) => ({ value, relation: 'eq' })),
  z.object({ value: z.number(), relation: z.string() }),
])
const shardFailures = z.object({ total: z.number(), failed: z.number() })
const answerShape = z.object({
  hits: z.object({ total, hits: z.array(z.unknown()).default([]) }),
  took: z.number().optional(),
  timed_out: z.boolean().default(false),
  aggregations: z.unknown().optional(),
  _shards: shardFailures.optional(),
})
const errorShape = z.object({
  error: z.union([z.string(), z.object({ type: z.string(), reason: z.string().nullish() })]),
})

/** The error message of the server. */
function refusal(json: unknown, context: CheckContext): string {
  const parsed = errorShape.safeParse(json)
  if (!parsed.success) return excerpt(context, JSON.stringify(json), 500)
  const { error } = parsed.data
  return typeof error === 'string' ? error : `${error.type}: ${error.reason ?? ''}`
}

/** Copies a parsed value and leaves out what is too large. */
function bounded(value: unknown, context: CheckContext): Json {
  const text = JSON.stringify(value)
  return text.length > 4_000 ? `${excerpt(context, text, 4_000)}…` : z.json().parse(value)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Runs a search and compares the number of hits. */
export const runSearch: RunCheck<SearchSpec> = async (spec, context) => {
  if (spec.url === undefined) return unknown(UNRESOLVED)
  const query = await fillQuery(spec.query, context)
  if (!query.ok) return unknown(`query: ${query.failure}`)
  if (!isJson(query.value))
    return unknown(`query: what the template gives is not JSON: ${excerpt(context, query.value, 200)}`)
  const answered = await requestJson(
    {
      // A comma and a star are part of the syntax of index names.
      url: below(spec.url, `${encodeURIComponent(spec.index).replaceAll('%2C', ',')}/_search`),
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: query.value,
      credentials: credentialsOf(spec),
      tls: tlsSettings(spec.tlsConfig),
    },
    context,
  )
  if (!answered.ok) return answered.failure
  const { json, status, durationMilliseconds, details } = answered.value
  const failed = { durationMilliseconds, details: details(true) }
  if (status < 200 || status > 299)
    return unhealthy(`status ${status}, expected 200 to 299: ${refusal(json, context)}`, failed)
  const parsed = answerShape.safeParse(json)
  if (!parsed.success) return unhealthy('the answer is not that of a search', failed)
  const { hits, took, timed_out: timedOut, aggregations, _shards: shards } = parsed.data
  const expected = spec.results ?? 0
  const { value, relation } = hits.total
  const found = `${relation === 'gte' ? 'at least ' : ''}${value}`
  const evidence = {
    durationMilliseconds,
    details: {
      // In the shape of the server, so that scripts can follow its documentation. Its size is limited.
      results: {
        ...(took === undefined ? {} : { took }),
        timed_out: timedOut,
        hits: {
          total: { value, relation },
          hits: hits.hits.slice(0, MOST_HITS).map((hit) => bounded(hit, context)),
        },
        ...(aggregations === undefined ? {} : { aggregations: bounded(aggregations, context) }),
      },
      ...details(false),
    },
  }
  // A search that did not reach all shards proves nothing about the number of hits.
  if (timedOut) return unhealthy(`the search ran out of time, having found ${found}`, evidence)
  if (shards !== undefined && shards.failed > 0)
    return unhealthy(`${shards.failed} of ${shards.total} shards failed`, failed)
  if (value !== expected || relation !== 'eq')
    return unhealthy(`found ${found}, expected ${expected}`, evidence)
  return healthy({ ...evidence, message: `found ${value}` })
}
