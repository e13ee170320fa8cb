import { setImmediate } from 'node:timers/promises'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import {
  credentialsOf,
  type RunContext,
  secretText,
  tlsSettings,
  UNRESOLVED,
} from '@binnacle/plugin-kit/core'
import { basicAuthorization, below } from '@binnacle/plugin-kit/http'
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
import { LINES_OF_A_TURN, readLineOf } from '../fields.ts'
import type { LokiSpec } from './spec.ts'

// https://grafana.com/docs/loki/latest/reference/loki-http-api/#query-logs-within-a-range-of-time
const answerShape = z.object({
  status: z.literal('success'),
  data: z.discriminatedUnion('resultType', [
    z.object({
      resultType: z.literal('streams'),
      result: z.array(
        z.object({
          stream: z.record(z.string(), z.string()),
          // A third part has the structured metadata of the line.
          values: z.array(z.tuple([z.string(), z.string()]).rest(z.unknown())),
        }),
      ),
    }),
    z.object({
      resultType: z.literal('matrix'),
      result: z.array(z.object({ values: z.array(z.tuple([z.number(), z.string()])) })),
    }),
  ]),
})
type Answer = z.output<typeof answerShape>['data']

const quoted = (text: string) => JSON.stringify(text)
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)
const isName = (name: string) => /^[A-Za-z_]\w*$/u.test(name)
const nanoseconds = (time: Date) => `${time.getTime()}000000`
/** Lines that Loki gives at once unless its operator allows more (`max_entries_limit_per_query`). */
const MOST_ENTRIES = 5_000

/** The LogQL of a search. Labels are compared after reading, because some are parts of the message. */
export function logQlOf(
  { selector, anyLabel = 'service_name' }: LokiSpec,
  { target, filter }: Pick<LogQuery, 'target' | 'filter'>,
): string {
  const own = selector?.slice(1, -1).trim() ?? ''
  const matchers = [
    ...(own === '' ? [] : [own]),
    ...Object.entries(target.labels)
      .filter(([name]) => isName(name))
      .map(([name, value]) => `${name}=${quoted(value)}`),
  ]
  const stream = matchers.length === 0 ? `${anyLabel}=~".+"` : matchers.join(', ')
  // `(?i)` as words have no case in searches of the product.
  const lineFilters = [
    ...filter.contains.map((text) => `|~ ${quoted(`(?i)${escaped(text)}`)}`),
    ...filter.excludes.map((text) => `!~ ${quoted(`(?i)${escaped(text)}`)}`),
  ]
  return [`{${stream}}`, ...lineFilters].join(' ')
}

async function ask(
  spec: LokiSpec,
  parameters: Record<string, string>,
  context: RunContext,
): Promise<Result<Answer, string>> {
  if (spec.url === undefined || spec.connection !== undefined) return fail(UNRESOLVED)
  const bearer = secretText(spec.bearer)
  const url = new URL(below(spec.url, 'loki/api/v1/query_range'))
  url.search = new URLSearchParams(parameters).toString()
  const fetched = await fetchJson(
    {
      url: url.href,
      headers: {
        ...basicAuthorization(credentialsOf(spec)),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(spec.tenant === undefined ? {} : { 'x-scope-orgid': spec.tenant }),
      },
      tls: tlsSettings(spec.tlsConfig),
    },
    context,
  )
  if (!fetched.ok) return fail(fetched.failure.message)
  const parsed = answerShape.safeParse(fetched.value.json)
  return parsed.success ? succeed(parsed.data.data) : fail('the answer is not that of a query of Loki')
}

async function linesOf(answer: Answer, context: RunContext): Promise<LogLine[]> {
  if (answer.resultType !== 'streams') return []
  const lines: LogLine[] = []
  for (const { stream, values } of answer.result)
    for (const [at, text] of values) {
      // Lines are parsed in this thread, so others get a turn between them.
      if (lines.length % LINES_OF_A_TURN === LINES_OF_A_TURN - 1) await setImmediate()
      const time = Number(at.slice(0, -6)) + Number(at.slice(-6)) / 1_000_000
      const { message, labels } = await readLineOf(text, time, context)
      // Loki has no ids: time and stream name a line, and its text where two have the same time.
      const id = `${at}-${hash(JSON.stringify(stream) + text)}`
      lines.push({ id, time, message: cleanMessage(message), labels: { ...labels, ...stream } })
    }
  return lines
}

/** A short number of a text: FNV-1a. */
function hash(text: string): string {
  let value = 0x81_1c_9d_c5
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01_00_01_93)
  return (value >>> 0).toString(36)
}

const hasLabels = ({ labels }: LogFilter) => labels.length > 0

export const open: OpenLogs<LokiSpec> = (spec, context) => ({
  async search(query) {
    const { filter, limit, direction } = query
    const most = Math.min(MOST_ENTRIES, hasLabels(filter) ? MOST_ENTRIES : limit)
    const response = await ask(
      spec,
      {
        query: logQlOf(spec, query),
        start: nanoseconds(query.from),
        // The end does not belong to the range.
        end: nanoseconds(new Date(query.to.getTime() + 1)),
        limit: String(most),
        direction,
      },
      context,
    )
    if (!response.ok) return response
    const all = await linesOf(response.value, context)
    const lines = all
      .filter((line) => matchesFilter(filter, line))
      .toSorted((one, other) => (direction === 'backward' ? other.time - one.time : one.time - other.time))
    const isCut = hasLabels(filter) && all.length >= most && lines.length < limit
    const notes = isCut ? [`only the newest ${all.length} lines were compared with the labels`] : []
    return succeed({ lines: lines.slice(0, limit), isWhole: true, notes })
  },
  async histogram(query: LogQuery, parts: number) {
    const { from, to, filter } = query
    if (hasLabels(filter)) return succeed(undefined)
    const start = from.getTime() / 1_000
    // Loki counts whole seconds.
    const step = Math.max(1, Math.ceil((to.getTime() - from.getTime()) / parts / 1_000))
    const response = await ask(
      spec,
      {
        query: `sum(count_over_time(${logQlOf(spec, query)} [${step}s]))`,
        start: String(start + step),
        end: String(start + step * parts),
        step: String(step),
      },
      context,
    )
    if (!response.ok) return response
    const counts = Array.from({ length: parts }, () => 0)
    if (response.value.resultType === 'matrix')
      for (const { values } of response.value.result)
        for (const [at, count] of values) {
          const index = Math.round((at - start) / step) - 1
          if (index >= 0 && index < parts) counts[index] = Number(count)
        }
    return succeed(counts)
  },
})
