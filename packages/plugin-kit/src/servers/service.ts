import { createServer } from 'node:http'
import { createEgress, type Egress } from '@binnacle/egress'
import { listen, type TestServer } from './listen.ts'

/** A request that arrived. */
export interface ServiceCall {
  method: string
  /** The host that it was sent to, before the egress of the test brought it here. */
  host: string
  /** Path with query. */
  path: string
  headers: NodeJS.Dict<string | string[]>
  body: string
  /** The body parsed; undefined if it is not JSON. */
  json: unknown
}

/** What the server says, or does instead of answering. */
export type ServiceReply =
  | {
      /** Default: 200 */
      status?: number
      headers?: Readonly<Record<string, string>>
      /** Sent as JSON. */
      json?: unknown
      text?: string
    }
  /** Never answers. */
  | 'hang'
  /** Sends a good head and a part of the body, and closes the connection. */
  | 'cut'

/** A server on loopback that speaks the protocol of a service. */
export interface ServiceServer extends TestServer {
  /** Requests so far. */
  calls: readonly ServiceCall[]
  /** Where the server is, without a path. */
  url: string
  /** Brings requests for any host to this server, so that clients use the address of the vendor. */
  egress: Egress
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Starts a server that answers as the documentation of a service says.
 * @param reply to a request
 */
export async function startServiceServer(reply: (call: ServiceCall) => ServiceReply): Promise<ServiceServer> {
  const calls: ServiceCall[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    response.on('error', () => {})
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '/', headers } = request
      const body = Buffer.concat(chunks).toString()
      const host = String(headers['x-host'] ?? headers.host)
      const call = { method, path, headers, body, host, json: parse(body) }
      calls.push(call)
      const answer = reply(call)
      if (answer === 'hang') return
      if (answer === 'cut') {
        response.writeHead(200, { 'content-length': '1000' }).write('{"ok":', () => response.destroy())
        return
      }
      const { status = 200, json, text, headers: extra } = answer
      const type = json === undefined ? 'text/plain' : 'application/json'
      response
        .writeHead(status, { 'content-type': type, ...extra })
        .end(json === undefined ? (text ?? '') : JSON.stringify(json))
    })
  })
  const { port, stop } = await listen(server, 0)
  const url = `http://127.0.0.1:${port}`
  const local = createEgress({ deny: new Set() })
  const egress: Egress = {
    ...local,
    request(options) {
      const wanted = URL.parse(options.url)
      if (wanted === null) return local.request(options)
      const { host, pathname, search } = wanted
      return local.request({
        ...options,
        url: `${url}${pathname}${search}`,
        headers: { ...options.headers, 'x-host': host },
      })
    },
  }
  return { port, stop, calls, url, egress }
}
