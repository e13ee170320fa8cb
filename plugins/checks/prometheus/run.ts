import type { RunCheck } from '@binnacle/plugin-kit/checks'
import {
  credentialsOf,
  healthy,
  tlsSettings,
  unhealthy,
  unknown,
  UNRESOLVED,
} from '@binnacle/plugin-kit/core'
import { below, requestJson } from '@binnacle/plugin-kit/http'
import { z } from 'zod'
import type { PrometheusSpec } from './spec.ts'

/** Results that a result of the check keeps. */
const MOST_RESULTS = 100

// The answer as Prometheus documents it ("HTTP API", sections "Format overview" and "Expression query result formats").
const sample = z.tuple([z.number(), z.string()])
const labels = z.record(z.string(), z.string())
const data = z.discriminatedUnion('resultType', [
  z.object({
    resultType: z.literal('vector'),
    result: z.array(
      z.object({ metric: labels, value: sample.optional(), histogram: z.unknown().optional() }),
    ),
  }),
  z.object({
    resultType: z.literal('matrix'),
    result: z.array(z.object({ metric: labels, values: z.array(sample).default([]) })),
  }),
  z.object({ resultType: z.enum(['scalar', 'string']), result: sample }),
])
const answerShape = z.discriminatedUnion('status', [
  z.object({ status: z.literal('success'), data, warnings: z.array(z.string()).optional() }),
  z.object({ status: z.literal('error'), errorType: z.string(), error: z.string() }),
])

/** Converts a value to a number. NaN, +Inf and -Inf stay text, because JSON has no numbers for them. */
function numeric(text: string): number | string {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

/** Every series with its labels and newest value. */
function resultsOf(found: z.infer<typeof data>): Record<string, string | number | null>[] {
  if (found.resultType === 'vector')
    return found.result.map(({ metric, value }) => ({
      ...metric,
      value: value === undefined ? null : numeric(value[1]),
    }))
  if (found.resultType === 'matrix')
    return found.result.map(({ metric, values }) => {
      const newest = values.at(-1)
      return { ...metric, value: newest === undefined ? null : numeric(newest[1]) }
    })
  const [, text] = found.result
  return [{ value: found.resultType === 'string' ? text : numeric(text) }]
}

export const run: RunCheck<PrometheusSpec> = async (spec, context) => {
  if (spec.url === undefined) return unknown(UNRESOLVED)
  const answered = await requestJson(
    {
      url: below(spec.url, 'api/v1/query'),
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ query: spec.query }).toString(),
      credentials: credentialsOf(spec),
      tls: tlsSettings(spec.tlsConfig),
    },
    context,
  )
  if (!answered.ok) return answered.failure
  const { json, status, durationMilliseconds, details } = answered.value
  const parsed = answerShape.safeParse(json)
  const failed = { durationMilliseconds, details: details(true) }
  if (!parsed.success)
    return unhealthy(`status ${status}: the answer is not that of a Prometheus server`, failed)
  if (parsed.data.status === 'error')
    return unhealthy(`the query failed: ${parsed.data.errorType}: ${parsed.data.error}`, failed)
  const results = resultsOf(parsed.data.data)
  const [first] = results
  const evidence = {
    durationMilliseconds,
    details: {
      results: results.slice(0, MOST_RESULTS),
      count: results.length,
      value: first?.['value'] ?? null,
      firstResult: first ?? null,
      ...(parsed.data.warnings === undefined ? {} : { warnings: parsed.data.warnings }),
      ...details(false),
    },
  }
  return healthy({
    ...evidence,
    message:
      first === undefined
        ? 'no results'
        : results.length === 1
          ? `value ${first['value'] ?? ''}`
          : `${results.length} results`,
  })
}
