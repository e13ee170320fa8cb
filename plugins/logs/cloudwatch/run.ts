import { fail, type Result, succeed } from '@binnacle/contract/core'
import { type RunContext, secretText, tlsSettings, UNRESOLVED } from '@binnacle/plugin-kit/core'
import {
  cleanMessage,
  type LogFilter,
  type LogLine,
  type LogQuery,
  matchesFilter,
  type OpenLogs,
} from '@binnacle/plugin-kit/logs'
import { fetchJson } from '@binnacle/clients/http/fetch'
import { z } from 'zod'
import { readLineOf } from '../fields.ts'
import type { CloudWatchSpec } from './spec.ts'

// https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_FilterLogEvents.html
const answerShape = z.object({
  events: z
    .array(
      z.object({
        eventId: z.string(),
        timestamp: z.number(),
        message: z.string().default(''),
        logStreamName: z.string().optional(),
      }),
    )
    .default([]),
  nextToken: z.string().optional(),
})

/** Most events of a page. */
const PAGE = 10_000
/** Pages that a search reads at most, because Amazon limits requests to a few a second. */
const MOST_PAGES = 20
/** Length of the first window of a search for the newest events, in milliseconds; each further one is longer. */
const FIRST_WINDOW = 300_000
const GROWTH = 6
const REGION = 'us-east-1'

/**
 * The filter pattern: terms that an event has, with `-` those that it has not. Source:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
 */
export function patternOf({ contains, excludes }: LogFilter): string | undefined {
  // A quote cannot be written in a term; the part before it is searched, and the whole is compared here.
  const term = (text: string) => text.split('"')[0]?.trim() ?? ''
  const terms = [
    ...contains.flatMap((text) => (term(text) === '' ? [] : [`"${term(text)}"`])),
    ...excludes.flatMap((text) => (text.includes('"') || term(text) === '' ? [] : [`-"${term(text)}"`])),
  ]
  return terms.length === 0 ? undefined : terms.join(' ')
}

async function ask(
  spec: CloudWatchSpec,
  body: Record<string, unknown>,
  context: RunContext,
): Promise<Result<z.output<typeof answerShape>, string>> {
  if (spec.connection !== undefined) return fail(UNRESOLVED)
  const region = spec.region ?? REGION
  const url = spec.endpoint ?? `https://logs.${region}.amazonaws.com/`
  const text = JSON.stringify(body)
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': 'Logs_20140328.FilterLogEvents',
  }
  const { AwsV4Signer } = await import('aws4fetch')
  const sessionToken = secretText(spec.sessionToken)
  const signed = await new AwsV4Signer({
    method: 'POST',
    url,
    headers,
    body: text,
    accessKeyId: secretText(spec.accessKey) ?? '',
    secretAccessKey: secretText(spec.secretKey) ?? '',
    ...(sessionToken === undefined ? {} : { sessionToken }),
    service: 'logs',
    region,
    datetime: context
      .now()
      .toISOString()
      .replaceAll(/[:-]|\.\d{3}/gu, ''),
  }).sign()
  const fetched = await fetchJson(
    {
      url: signed.url.href,
      method: 'POST',
      headers: Object.fromEntries(signed.headers),
      body: text,
      tls: tlsSettings(spec.tlsConfig),
      // A signature is valid for one host only.
      maxRedirects: 0,
    },
    context,
  )
  if (!fetched.ok) return fail(fetched.failure.message)
  const parsed = answerShape.safeParse(fetched.value.json)
  return parsed.success ? succeed(parsed.data) : fail('the answer is not that of CloudWatch Logs')
}

/** Reads a window of time, the oldest events first. */
async function readWindow(
  spec: CloudWatchSpec,
  { filter }: LogQuery,
  window: { from: number; to: number; most: number },
  budget: { pages: number },
  context: RunContext,
): Promise<Result<LogLine[], string>> {
  const lines: LogLine[] = []
  const pattern = patternOf(filter)
  let nextToken: string | undefined
  do {
    budget.pages -= 1
    const response = await ask(
      spec,
      {
        logGroupName: spec.logGroup,
        // The end belongs to the range.
        startTime: window.from,
        endTime: window.to,
        limit: PAGE,
        ...(spec.streamPrefix === undefined ? {} : { logStreamNamePrefix: spec.streamPrefix }),
        ...(pattern === undefined ? {} : { filterPattern: pattern }),
        ...(nextToken === undefined ? {} : { nextToken }),
      },
      context,
    )
    if (!response.ok) return response
    for (const { eventId: id, timestamp: time, message: text, logStreamName: stream } of response.value
      .events) {
      const { message, labels } = await readLineOf(text, time, context)
      const line = {
        id,
        time,
        message: cleanMessage(message),
        labels: { ...labels, group: spec.logGroup, ...(stream === undefined ? {} : { stream }) },
      }
      if (matchesFilter({ ...filter, contains: [], excludes: filter.excludes }, line)) lines.push(line)
    }
    nextToken = response.value.nextToken
  } while (
    nextToken !== undefined &&
    budget.pages > 0 &&
    lines.length < window.most &&
    !context.signal.aborted
  )
  return succeed(lines)
}

export const open: OpenLogs<CloudWatchSpec> = (spec, context) => ({
  async search(query) {
    const { limit, direction } = query
    const from = query.from.getTime()
    const to = query.to.getTime()
    const budget = { pages: MOST_PAGES }
    const tooMany = `stopped after ${MOST_PAGES} requests, as Amazon limits them; choose a shorter time`
    const page = (lines: LogLine[], isWhole: boolean) =>
      succeed({ lines: lines.slice(0, limit), isWhole, notes: isWhole ? [] : [tooMany] })
    if (direction === 'forward') {
      const read = await readWindow(spec, query, { from, to, most: limit }, budget, context)
      return read.ok ? page(read.value, read.value.length >= limit || budget.pages > 0) : read
    }
    // Amazon gives the oldest events first, so the newest are looked for in windows from the end.
    const lines: LogLine[] = []
    let end = to
    for (let length = FIRST_WINDOW; lines.length < limit && end >= from; length *= GROWTH) {
      if (budget.pages <= 0 || context.signal.aborted) return page(lines, false)
      const start = Math.max(from, end - length)
      const most = Number.POSITIVE_INFINITY
      const read = await readWindow(spec, query, { from: start, to: end, most }, budget, context)
      if (!read.ok) return read
      lines.push(...read.value.toSorted((one, other) => other.time - one.time))
      end = start - 1
    }
    return page(lines, true)
  },
})
