import { createServer } from 'node:http'
import { listen, type TestServer } from '@binnacle/plugin-kit/servers'

/** A server on loopback that answers queries of a range as Loki's documentation says. */
export interface Loki extends TestServer {
  url: string
  requests: readonly URLSearchParams[]
  put(stream: Record<string, string>, time: number, text: string): void
}

/**
 * Starts it. It knows matchers with = and =~, and filters |~ and !~.
 * Source: https://grafana.com/docs/loki/latest/reference/loki-http-api/#query-logs-within-a-range-of-time
 */
export async function startLoki(): Promise<Loki> {
  const entries: { stream: Record<string, string>; time: number; text: string }[] = []
  const requests: URLSearchParams[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://loki')
    const parameters = url.searchParams
    requests.push(parameters)
    const answer = (status: number, body: string) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    if (!url.pathname.endsWith('/loki/api/v1/query_range')) {
      answer(404, 'not found')
      return
    }
    const query = parameters.get('query') ?? ''
    const isCount = query.startsWith('sum(count_over_time(')
    const stream = /\{(.*?)\}/u.exec(query)?.[1] ?? ''
    const matchers = [...stream.matchAll(/(\w+)(=~?)("(?:[^"\\]|\\.)*")/gu)]
    const filters = [...query.matchAll(/(\|~|!~) ("(?:[^"\\]|\\.)*")/gu)]
    if (matchers.length === 0) {
      // https://grafana.com/docs/loki/latest/query/log_queries/ : a selector needs a matcher that is not empty.
      answer(400, 'parse error : queries require at least one regexp or equality matcher')
      return
    }
    const pattern = (text: string) => new RegExp(String(JSON.parse(text)).replace('(?i)', ''), 'iu')
    const wanted = entries.filter(
      (entry) =>
        matchers.every(([, name = '', operator, text = '""']) => {
          const value = entry.stream[name] ?? ''
          return operator === '=' ? value === JSON.parse(text) : pattern(text).test(value)
        }) &&
        filters.every(([, operator, text = '""']) => pattern(text).test(entry.text) === (operator === '|~')),
    )
    if (isCount) {
      const step = Number(parameters.get('step'))
      const values: [number, string][] = []
      for (let at = Number(parameters.get('start')); at <= Number(parameters.get('end')); at += step) {
        const count = wanted.filter(({ time }) => time / 1_000 > at - step && time / 1_000 <= at).length
        if (count > 0) values.push([at, String(count)])
      }
      answer(
        200,
        JSON.stringify({
          status: 'success',
          data: { resultType: 'matrix', result: [{ metric: {}, values }] },
        }),
      )
      return
    }
    const [start, end] = ['start', 'end'].map((name) => Number(parameters.get(name)) / 1_000_000)
    const sign = parameters.get('direction') === 'forward' ? 1 : -1
    const found = wanted
      .filter(({ time }) => time >= (start ?? 0) && time < (end ?? 0))
      .toSorted((one, other) => sign * (one.time - other.time))
      .slice(0, Number(parameters.get('limit') ?? 100))
    const result = found.map((entry) => ({
      stream: entry.stream,
      values: [[`${entry.time}000000`, entry.text]],
    }))
    answer(200, JSON.stringify({ status: 'success', data: { resultType: 'streams', result, stats: {} } }))
  })
  const listening = await listen(server, 0)
  return {
    ...listening,
    url: `http://127.0.0.1:${listening.port}`,
    requests,
    put: (stream, time, text) => void entries.push({ stream, time, text }),
  }
}
