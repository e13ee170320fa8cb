import { createServer } from 'node:http'
import { listen, type TestServer } from '@binnacle/plugin-kit/servers'

interface Event {
  timestamp: number
  message: string
  logStreamName?: string
}

/** A request that arrived. */
interface ApiRequest {
  headers: Readonly<Record<string, unknown>>
  body: { startTime: number; endTime: number; limit: number; filterPattern?: string; nextToken?: string }
}

/** A server on loopback that answers FilterLogEvents as its documentation says: the oldest events first, in pages. */
export interface CloudWatch extends TestServer {
  url: string
  requests: readonly ApiRequest[]
}

/**
 * Starts it. It knows terms in quotes.
 * Source: https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_FilterLogEvents.html
 * @param pageSize events of a page
 */
export async function startCloudWatch(events: readonly Event[], pageSize = 2): Promise<CloudWatch> {
  const requests: ApiRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const answer = (status: number, value: unknown) =>
        response
          .writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
          .end(JSON.stringify(value))
      const body: ApiRequest['body'] & { logGroupName: string } = JSON.parse(Buffer.concat(chunks).toString())
      requests.push({ headers: request.headers, body })
      if (body.logGroupName === 'none') {
        // "Common errors" of the API: a name and a message.
        answer(400, {
          __type: 'ResourceNotFoundException',
          message: 'The specified log group does not exist.',
        })
        return
      }
      const terms = [...(body.filterPattern ?? '').matchAll(/(-?)"([^"]*)"/gu)]
      const found = events
        .map((event, index) => ({ ...event, eventId: String(index), ingestionTime: event.timestamp }))
        .filter(({ timestamp }) => timestamp >= body.startTime && timestamp <= body.endTime)
        .filter(({ message }) =>
          terms.every(([, minus, text = '']) => message.includes(text) === (minus === '')),
        )
        .toSorted((one, other) => one.timestamp - other.timestamp)
      const start = Number(body.nextToken ?? 0)
      const end = start + pageSize
      answer(200, {
        events: found.slice(start, end),
        searchedLogStreams: [],
        ...(end < found.length ? { nextToken: String(end) } : {}),
      })
    })
  })
  const listening = await listen(server, 0)
  return { ...listening, url: `http://127.0.0.1:${listening.port}`, requests }
}
