import { createServer } from 'node:net'
import { listen, type TestServer } from './listen.ts'
import { freePort } from './program.ts'

/** A server that takes connections and says a line on each. */
export function startTcpServer(greeting = 'hello\n'): Promise<TestServer> {
  return listen(
    createServer((socket) => socket.write(greeting)),
    0,
  )
}

/** A server that takes connections and answers the first bytes on each with the same. */
export function startAnsweringServer(answer: string | Buffer): Promise<TestServer> {
  return listen(
    createServer((socket) => socket.once('data', () => socket.write(answer))),
    0,
  )
}

/** A port on loopback where nothing listens. */
export function closedPort(): Promise<number> {
  return freePort()
}
