import { createHash } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { BSON } from 'mongodb'
import ssh2 from 'ssh2'

/** A test server that records every received byte. */
export interface RecordingServer {
  host: string
  port: number
  /** All received bytes, as text with one character per byte. */
  received: () => string
  stop: () => Promise<void>
}

/** Answers as a protocol's server does, until the client has sent its credentials. */
type Speak = (socket: Socket, chunk: Buffer, keep: (text: string) => void) => void

interface Protocol {
  /** Sent before the client sends anything. */
  greeting?: Buffer
  speak: Speak
}

const jsonAnswer = JSON.stringify({
  access_token: 'a-token',
  token_type: 'bearer',
  status: 'success',
  hits: {},
})

/** Answers with JSON, or redirects to the URL in the query parameter `to`. */
const speakHttp: Speak = (socket, chunk) => {
  const head = chunk.toString('latin1')
  const target = /^[A-Z]+ (\S+) HTTP/.exec(head)?.[1]
  if (target === undefined) return
  const to = new URL(target, 'http://x').searchParams.get('to')
  const status = /[?&]status=(\d+)/.exec(target)?.[1] ?? '302'
  socket.end(
    to === null
      ? `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${jsonAnswer.length}\r\nconnection: close\r\n\r\n${jsonAnswer}`
      : `HTTP/1.1 ${status} Moved\r\nlocation: ${to}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
  )
}

const SSL_REQUEST = 80_877_103

const speakPostgres: Speak = (socket, chunk) => {
  if (chunk.length === 8 && chunk.readUInt32BE(4) === SSL_REQUEST) socket.write('N')
  // AuthenticationCleartextPassword
  else if (chunk[0] === 0) socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]))
  else socket.end()
}

const nonce = Buffer.from('01234567abcdefghijkl')

/** The proof of a password that a MySQL client sends (mysql_native_password), for the nonce of our greeting. */
export function nativeProof(password: string): string {
  const digest = (...parts: Buffer[]) => createHash('sha1').update(Buffer.concat(parts)).digest()
  const once = digest(Buffer.from(password))
  const salted = digest(nonce, digest(once))
  return Buffer.from(once.map((byte, index) => byte ^ (salted[index] ?? 0))).toString('latin1')
}

function mysqlGreeting(): Buffer {
  const body = Buffer.concat([
    Buffer.from([10]),
    Buffer.from('8.0.0\0'),
    Buffer.from([1, 0, 0, 0]),
    nonce.subarray(0, 8),
    // PROTOCOL_41, SECURE_CONNECTION and PLUGIN_AUTH, but not TLS.
    Buffer.from([0, 0x01, 0x82, 33, 2, 0, 0x08, 0, 21]),
    Buffer.alloc(10),
    nonce.subarray(8),
    Buffer.from('\0mysql_native_password\0'),
  ])
  return Buffer.concat([Buffer.from([body.length, 0, 0, 0]), body])
}

const OP_QUERY = 2004
const OP_REPLY = 1
const OP_MSG = 2013

const speakMongo: Speak = (socket, chunk) => {
  const [id, code] = [chunk.readInt32LE(4), chunk.readInt32LE(12)]
  // The server of the connection names another one as the primary.
  const isPrimary = socket.localAddress !== '127.0.0.1'
  const answer = BSON.serialize({
    ok: 1,
    isWritablePrimary: isPrimary,
    ismaster: isPrimary,
    secondary: !isPrimary,
    ...(isPrimary ? {} : { primary: `127.0.0.2:${socket.localPort}` }),
    helloOk: true,
    minWireVersion: 0,
    maxWireVersion: 21,
    maxBsonObjectSize: 16_777_216,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 1_000,
    conversationId: 1,
    done: true,
    payload: Buffer.alloc(0),
  })
  const prefix = code === OP_QUERY ? Buffer.alloc(20) : Buffer.alloc(5)
  if (code === OP_QUERY) prefix.writeInt32LE(1, 16)
  const header = Buffer.alloc(16)
  header.writeInt32LE(16 + prefix.length + answer.length, 0)
  header.writeInt32LE(id, 8)
  header.writeInt32LE(code === OP_QUERY ? OP_REPLY : OP_MSG, 12)
  socket.write(Buffer.concat([header, prefix, answer]))
}

/** A successful BindResponse to the request's message id (RFC 4511). */
const speakLdap: Speak = (socket, chunk) =>
  void socket.write(Buffer.from([0x30, 0x0c, 0x02, 0x01, chunk[4] ?? 1, 0x61, 0x07, 0x0a, 1, 0, 4, 0, 4, 0]))

const protocols = {
  http: { speak: speakHttp },
  redis: { speak: (socket) => void socket.write('+OK\r\n') },
  postgres: { speak: speakPostgres },
  mysql: { greeting: mysqlGreeting(), speak: (socket) => void socket.end() },
  mongodb: { speak: speakMongo },
  ldap: { speak: speakLdap },
} satisfies Record<string, Protocol>

export type RecordingKind = keyof typeof protocols | 'ssh'

/** Any key works, because no test verifies the server. */
const hostKey = ssh2.utils.generateKeyPairSync('ed25519').private

/** An SSH server that records the decrypted passwords and refuses everyone. */
function speakSsh(socket: Socket, keep: (text: string) => void): void {
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    client.on('error', () => {})
    client.on('authentication', (context) => {
      keep(context.username)
      if (context.method === 'password') keep(context.password)
      if (context.method === 'none') context.reject(['password'])
      else context.reject()
    })
  })
  server.injectSocket(socket)
}

/** Starts a server on loopback. @param port 0 for any free port */
export async function startRecording(kind: RecordingKind, host: string, port = 0): Promise<RecordingServer> {
  const texts: string[] = []
  const keep = (text: string) => void texts.push(text)
  const sockets = new Set<Socket>()
  const protocol: Protocol | undefined = kind === 'ssh' ? undefined : protocols[kind]
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      keep(chunk.toString('latin1'))
      protocol?.speak(socket, chunk, keep)
    })
    if (protocol === undefined) speakSsh(socket, keep)
    else if (protocol.greeting !== undefined) socket.write(protocol.greeting)
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, host, resolve)
  await promise
  const address = server.address()
  return {
    host,
    port: typeof address === 'object' && address !== null ? address.port : port,
    received: () => texts.join(''),
    async stop() {
      const closed = new Promise((done) => server.close(done))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
