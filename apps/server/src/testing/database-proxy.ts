// A way to PostgreSQL that a test breaks at will: it cuts connections, refuses new ones, or cuts one after the server has
// carried out a statement and before the client has its answer.
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { whenOver } from './clean-up.ts'

/** A proxy before a database. */
export interface DatabaseProxy {
  /** How to connect through it. */
  connection: PoolConfig
  /** Open connections. */
  readonly connections: number
  /**
   * Has the next statement that contains a text (in its SQL or in the name under which it is prepared) carried out, and cuts
   * its connection before the answer.
   * @returns when it is cut
   */
  loseAnswer(text: string): Promise<void>
  /** Cuts all connections. */
  cut(): void
  /** Refuses new connections, and cuts those that are open, until it is called with false. */
  refuse(isRefusing: boolean): void
}

/** Type of the message with which the server says that a statement, and its transaction if it has no other, is over. */
const READY = 'Z'.charCodeAt(0)
/** Bytes of a message's type and of its length. */
const HEADER = 5

/** Finds the ends of statements in what a server sends, across chunks. */
function createReadyFinder(): (chunk: Buffer) => boolean {
  let rest = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    let isReady = false
    while (rest.length >= HEADER) {
      const length = rest.readUInt32BE(1) + 1
      if (rest.length < length) break
      isReady ||= rest[0] === READY
      rest = rest.subarray(length)
    }
    return isReady
  }
}

interface Wanted {
  text: string
  cut: () => void
}

/** Starts a proxy before a database. It ends with the test, or with the file. */
export async function startDatabaseProxy(target: PoolConfig): Promise<DatabaseProxy> {
  const open = new Set<Socket>()
  const wanted: Wanted[] = []
  let isRefusing = false
  const { host = '127.0.0.1', port = 5_432 } = target
  const reach = () => (host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host))

  const server = createServer((client) => {
    if (isRefusing) {
      client.resetAndDestroy()
      return
    }
    const upstream = reach()
    /** What is lost of the answers of this connection, from the statement that contains it. */
    let losing: Wanted | undefined
    let isOver = createReadyFinder()
    const end = () => {
      open.delete(client)
      client.destroy()
      upstream.destroy()
    }
    open.add(client)
    client.on('data', (chunk) => {
      const place = wanted.findIndex(({ text }) => chunk.includes(text))
      if (place !== -1 && losing === undefined) {
        losing = wanted.splice(place, 1)[0]
        isOver = createReadyFinder()
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (losing === undefined) client.write(chunk)
      else if (isOver(chunk)) {
        end()
        losing.cut()
      }
    })
    for (const socket of [client, upstream]) socket.on('close', end).on('error', end)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const cut = () => open.forEach((socket) => socket.destroy())
  whenOver(async () => {
    const closed = new Promise((resolve) => {
      server.close(resolve)
    })
    cut()
    await closed
  })
  return {
    connection: {
      ...target,
      host: '127.0.0.1',
      port: typeof address === 'object' && address !== null ? address.port : 0,
    },
    get connections() {
      return open.size
    },
    loseAnswer: (text) =>
      new Promise((resolve) => {
        wanted.push({ text, cut: resolve })
      }),
    cut,
    refuse(value) {
      isRefusing = value
      if (value) cut()
    },
  }
}
