import type { CertificateFacts, Connection, EgressFailure } from '@binnacle/egress'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { boundReceived, createMessageGuard, type MessageHead } from './bounded-socket.ts'
import type { CheckContext } from './check.ts'
import type { TalkTarget } from './talk.ts'

const MOST_BYTES_KEPT = 100

/** A local socket that forwards to one server through egress, for drivers that connect by themselves. */
export interface Forwarder {
  /** The address for the driver: the path of a socket, or 127.0.0.1:port on platforms without such sockets. */
  address: string
  /** The first connection that succeeded. */
  connection: () => Connection | undefined
  /** Why the last connection failed. */
  failure: () => (EgressFailure & { certificate?: CertificateFacts }) | undefined
  /** The first bytes from the server as text, if there were any. */
  firstBytes: () => string | undefined
  /** Closes the socket and all its connections. */
  close: () => Promise<void>
}

export interface ForwarderOptions {
  /** How messages of the server begin. With anything else the connection ends, and the driver gets none of it. */
  messages?: MessageHead
}

/**
 * Opens a local socket for a server. Egress makes one connection for each connection to the socket, checks its address and
 * speaks TLS if wanted; the driver speaks plain text. Only this user can open the socket, if the platform supports that.
 */
export async function openForwarder(
  target: TalkTarget,
  context: CheckContext,
  { messages }: ForwarderOptions = {},
): Promise<Forwarder> {
  const sockets = new Set<Socket>()
  let first: Connection | undefined
  let failure: (EgressFailure & { certificate?: CertificateFacts }) | undefined
  let firstBytes: string | undefined
  let isClosed = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((inner) => {
    keep(inner)
    void (async () => {
      const { host, port, tls } = target
      const outer = await context.egress.connect({
        host,
        port,
        signal: context.signal,
        ...(tls === undefined ? {} : { tls }),
      })
      if (!outer.ok) {
        failure = outer.failure
        inner.destroy()
        return
      }
      first ??= outer.value
      const { socket } = outer.value
      keep(socket)
      if (isClosed) socket.destroy()
      const fits = messages === undefined ? undefined : createMessageGuard(messages)
      boundReceived(socket, (chunk) => {
        firstBytes ??= Buffer.from(chunk.subarray(0, MOST_BYTES_KEPT))
          .toString('latin1')
          .replaceAll(/[^ -~]/g, '.')
        return fits?.(chunk) ?? true
      })
      inner.pipe(socket).pipe(inner)
      inner.on('close', () => socket.destroy())
      socket.on('close', () => inner.destroy())
    })()
  })
  const hasSockets = process.platform !== 'win32'
  const folder = hasSockets ? await mkdtemp(join(tmpdir(), 'binnacle-door-')) : undefined
  if (folder !== undefined) await chmod(folder, 0o700)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  if (folder === undefined) server.listen(0, '127.0.0.1', resolve)
  else server.listen(join(folder, 'door.sock'), resolve)
  await promise
  const place = server.address()
  return {
    address: typeof place === 'string' ? place : `127.0.0.1:${place?.port ?? 0}`,
    connection: () => first,
    failure: () => failure,
    firstBytes: () => firstBytes,
    async close() {
      isClosed = true
      const closed = new Promise((done) => server.close(done))
      for (const socket of sockets) socket.destroy()
      await closed
      if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}
