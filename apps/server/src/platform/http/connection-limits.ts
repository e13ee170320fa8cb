import type { Pace } from '@binnacle/data-api'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { BODY_PACE } from './body.ts'

/** Limits of connections and requests. Event streams and long responses are not limited. */
export interface ConnectionLimits {
  /** Milliseconds from the first byte of a connection or request to the end of its headers. */
  headersMilliseconds: number
  /** Milliseconds until a request has arrived completely. */
  requestMilliseconds: number
  /** Milliseconds that a connection stays open between requests. */
  idleMilliseconds: number
  /** Milliseconds between two searches for connections beyond the first two limits. */
  checkMilliseconds: number
  /** Slowest allowed arrival of a body. */
  bodyPace: Pace
  /** Most headers of a request. */
  headers: number
  /** Most open connections of one address, except trusted proxies. */
  perAddress: number
  /** Most open connections of all clients. */
  total: number
}

export const connectionLimits: ConnectionLimits = {
  headersMilliseconds: 6_000,
  // The largest body at the slowest pace, and some more.
  requestMilliseconds: 240_000,
  // Load balancers usually keep connections for 60 s, and the server must not close first.
  idleMilliseconds: 65_000,
  checkMilliseconds: 1_000,
  bodyPace: BODY_PACE,
  headers: 200,
  // Many people behind one router share an address; a browser opens up to seven connections.
  perAddress: 512,
  total: 8_192,
}

/** The options for `createServer` that follow from the limits. */
export function serverOptions(limits: ConnectionLimits) {
  return {
    headersTimeout: limits.headersMilliseconds,
    requestTimeout: limits.requestMilliseconds,
    keepAliveTimeout: limits.idleMilliseconds,
    connectionsCheckingInterval: limits.checkMilliseconds,
  }
}

/**
 * Limits the open connections of a server, in total and for each address.
 * @param isProxy whether an address is a trusted proxy, which stands for many clients
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  isProxy: (address: string) => boolean,
): void {
  // Node.js drops headers beyond its own maximum, so a client could push out what a proxy appends after its headers.
  // The size of all headers is limited to 16 KiB anyway; too many are refused by `refuseManyHeaders`.
  server.maxHeadersCount = 0
  server.maxConnections = limits.total
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isProxy(address)) return
    const count = (open.get(address) ?? 0) + 1
    if (count > limits.perAddress) {
      socket.destroy()
      return
    }
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
}

/** Refuses a request with too many headers. @returns whether it refused */
export function refuseManyHeaders(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { headers }: ConnectionLimits,
): boolean {
  // Names and values alternate.
  if (incoming.rawHeaders.length <= headers * 2) return false
  outgoing.writeHead(431, { 'content-type': 'application/json', connection: 'close' })
  outgoing.end(JSON.stringify({ error: `The request has more than ${headers} headers`, code: 'ETOOLARGE' }))
  return true
}
