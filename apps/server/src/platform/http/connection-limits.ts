import type { Pace } from '@binnacle/data-api'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { BODY_PACE } from './body.ts'

/** How long and how often a client may occupy the server. Streams of events and long answers are not limited. */
export interface ConnectionLimits {
  /** Milliseconds from the first byte of a connection or request to the end of its headers. */
  headersMilliseconds: number
  /** Milliseconds until a request has arrived whole. */
  requestMilliseconds: number
  /** Milliseconds that a connection stays open between requests. */
  idleMilliseconds: number
  /** Milliseconds between two looks for connections that exceed the first two limits. */
  checkMilliseconds: number
  /** The slowest that a body may arrive. */
  bodyPace: Pace
  /** Headers of a request. */
  headers: number
  /** Open connections of one address, proxies of the operator excepted. */
  perAddress: number
  /** Open connections of all clients. */
  total: number
}

export const connectionLimits: ConnectionLimits = {
  headersMilliseconds: 6_000,
  // The largest body at the slowest pace, and some more.
  requestMilliseconds: 240_000,
  // Balancers usually keep connections for 60 s; the side that closes first must not be the server.
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
 * @param isProxy whether an address is a proxy of the operator, which speaks for many clients
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

/** Answers a request that has too many headers. @returns whether it did */
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
