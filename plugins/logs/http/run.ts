import { createHash } from 'node:crypto'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import {
  credentialsOf,
  type Json,
  type RunContext,
  secretText,
  tlsSettings,
  UNRESOLVED,
} from '@binnacle/plugin-kit/core'
import { basicAuthorization, below } from '@binnacle/plugin-kit/http'
import {
  cleanMessage,
  type LogLine,
  type LogPage,
  type LogQuery,
  matchesFilter,
  type OpenLogs,
} from '@binnacle/plugin-kit/logs'
import { fetchJson } from '@binnacle/clients/http/fetch'
import { z } from 'zod'
import { timeOfValue } from '../fields.ts'
import type { HttpLogsSpec } from './spec.ts'

/** The answer of a search. Source: reference, section 3.7 of topology and section 8 of endpoints. */
const answerShape = z.object({
  total: z.number().optional(),
  results: z
    .array(
      z.looseObject({
        id: z.string().optional(),
        timestamp: z.union([z.string(), z.number()]).optional(),
        message: z.string().nullish(),
        labels: z.record(z.string(), z.unknown()).nullish(),
      }),
    )
    .nullish(),
})

function bodyOf({ target, filter, from, to, limit, direction }: LogQuery): Record<string, Json> {
  return {
    ...(target.id === undefined ? {} : { id: target.id }),
    ...(target.type === undefined ? {} : { type: target.type }),
    labels: { ...target.labels },
    ...(filter.contains.length === 0 ? {} : { query: filter.contains.join(' ') }),
    start: from.toISOString(),
    end: to.toISOString(),
    limit,
    direction,
  }
}

async function ask(
  spec: HttpLogsSpec,
  query: LogQuery,
  context: RunContext,
): Promise<Result<z.output<typeof answerShape>, string>> {
  if (spec.url === undefined || spec.connection !== undefined) return fail(UNRESOLVED)
  const bearer = secretText(spec.bearer)
  const fetched = await fetchJson(
    {
      url: below(spec.url, 'search'),
      method: 'POST',
      body: JSON.stringify(bodyOf(query)),
      headers: {
        'content-type': 'application/json',
        ...basicAuthorization(credentialsOf(spec)),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      },
      tls: tlsSettings(spec.tlsConfig),
      refuseRedirect: (from, to) =>
        from.origin === to.origin ? undefined : 'redirects to another server, which does not get the search',
    },
    context,
  )
  if (!fetched.ok) return fail(fetched.failure.message)
  const parsed = answerShape.safeParse(fetched.value.json)
  if (parsed.success) return succeed(parsed.data)
  const [issue] = parsed.error.issues
  return fail(`the answer has another shape: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

interface ReadAnswer {
  lines: readonly LogLine[]
  untimed: number
  /** How many lines the service gave. */
  given: number
  total: number | undefined
}

function readAnswer({ results, total }: z.output<typeof answerShape>): ReadAnswer {
  let untimed = 0
  const lines = (results ?? []).flatMap(({ id, timestamp, message, labels }): LogLine[] => {
    const time = timeOfValue(timestamp)
    if (time === undefined) {
      untimed += 1
      return []
    }
    const text = message ?? ''
    const named = Object.fromEntries(
      Object.entries(labels ?? {}).map(([name, value]) => [name, textOf(value)]),
    )
    const own =
      id ||
      createHash('sha256')
        .update(`${time}${text}${JSON.stringify(named)}`)
        .digest('base64url')
        .slice(0, 16)
    return [{ id: own, time, message: cleanMessage(text), labels: named }]
  })
  return { lines, untimed, given: (results ?? []).length, total }
}

/** Questions of one search at most, where a service fills its answers with lines that are not wanted. */
const MOST_QUESTIONS = 10

/** The query for what a full answer left out; undefined if asking again gives nothing else. */
function queryBehind(query: LogQuery, { lines }: ReadAnswer): LogQuery | undefined {
  const times = lines.map(({ time }) => time)
  if (query.direction === 'forward') {
    const from = new Date(Math.floor(times.reduce((most, time) => Math.max(most, time), -Infinity)))
    return from > query.from && from <= query.to ? { ...query, from } : undefined
  }
  const to = new Date(Math.ceil(times.reduce((least, time) => Math.min(least, time), Infinity)))
  return to < query.to && to >= query.from ? { ...query, to } : undefined
}

const keyOf = ({ id, time }: LogLine) => `${time} ${id}`

export const open: OpenLogs<HttpLogsSpec> = (spec, context) => ({
  async search(query) {
    const { from, to, limit, direction, filter } = query
    const lines: LogLine[] = []
    const seen = new Set<string>()
    let untimed = 0
    let isAllWanted = true
    let isCut = false
    let total: number | undefined
    let next: LogQuery | undefined = query
    for (let pages = 0; next !== undefined; pages += 1) {
      const answered = await ask(spec, next, context)
      if (!answered.ok) return answered
      const answer = readAnswer(answered.value)
      untimed += answer.untimed
      total ??= answer.total
      const wanted = answer.lines.filter(
        (line) => line.time >= from.getTime() && line.time <= to.getTime() && matchesFilter(filter, line),
      )
      isAllWanted &&= wanted.length === answer.given
      lines.push(...wanted.filter((line) => !seen.has(keyOf(line))))
      for (const line of wanted) seen.add(keyOf(line))
      // A service that rounds times or passes over words fills its answer with other lines; the wanted ones come behind them.
      const isShort = answer.given >= limit && lines.length < limit
      next = isShort && pages + 1 < MOST_QUESTIONS ? queryBehind(next, answer) : undefined
      // An answer that is longer than was asked is not cut by the limit.
      isCut = isShort && next === undefined && (pages + 1 === MOST_QUESTIONS || answer.given === limit)
    }
    const notes = [
      ...(untimed === 0 ? [] : [`${untimed} lines of the answer have no time and are left out`]),
      ...(isCut ? ['the answers are full of lines that were not asked for, so others may be missing'] : []),
    ]
    const page: LogPage = {
      lines: lines
        .toSorted((one, other) => (direction === 'backward' ? other.time - one.time : one.time - other.time))
        .slice(0, limit),
      isWhole: untimed === 0 && !isCut,
      notes,
    }
    // The total of a service that passes over words or times counts lines that are not wanted.
    return succeed(isAllWanted && total !== undefined ? { ...page, total } : page)
  },
})
