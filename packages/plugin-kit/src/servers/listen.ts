import type { Server, Socket } from 'node:net'

/** A server of a test on loopback. */
export interface TestServer {
  port: number
  /** Closes it and every connection. */
  stop: () => Promise<void>
}

/** Starts a server on loopback. @param port 0 for any that is free */
export async function listen(server: Server, port: number): Promise<TestServer> {
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  server.on('connection', track)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, '127.0.0.1', resolve)
  await promise
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async stop() {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      for (const socket of sockets) socket.destroy()
      await closed.promise
    },
  }
}
