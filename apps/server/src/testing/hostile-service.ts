// A service that answers everybody with its worst, from a thread whose work counts for nobody. Each kind has its own port.
import { createServer, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { createSocket } from 'node:dgram'
import { parentPort } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { hostileAnswers } from './hostile.ts'

const MEBIBYTE = 1_048_576
const json = { 'content-type': 'application/json' }

/** Sends as much as the other side takes. */
function pour(stream: Socket | ServerResponse, piece: Buffer): void {
  while (!stream.destroyed && stream.write(piece));
  if (!stream.destroyed) stream.once('drain', () => pour(stream, piece))
}

/** Sends a byte now and then, for ever. */
function drip(stream: Socket | ServerResponse, byte: string): void {
  const timer = setInterval(() => stream.write(byte), 20)
  stream.once('close', () => clearInterval(timer))
}

/** What a server of HTTP answers whatever it is asked. */
const httpKinds: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'deep lists': (response) => response.writeHead(200, json).end(hostileAnswers['deep lists']?.()),
  'many keys': (response) => response.writeHead(200, json).end(hostileAnswers['many keys']?.()),
  'a million keys': (response) =>
    response
      .writeHead(200, json)
      .end(`{${Array.from({ length: 1_000_000 }, (_, key) => `"k${key}":1`).join(',')}}`),
  endless: (response) => pour(response.writeHead(200, json), Buffer.alloc(MEBIBYTE, 'a')),
  'a drip': (response) => drip(response.writeHead(200, json), '['),
  'a bomb': (response) =>
    response
      .writeHead(200, { ...json, 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(64 * MEBIBYTE, ' '))),
  blanks: (response) => response.writeHead(500).end(`a${' '.repeat(MEBIBYTE)}b`),
  'line ends': (response) => response.writeHead(200, json).end(`"${'\r'.repeat(MEBIBYTE)}\n`),
}

/** A message of LDAP that refuses to sign in, with a long explanation. */
function ldapRefusal(): Buffer {
  const length = (bytes: number) =>
    Buffer.from([0x84, bytes >>> 24, (bytes >>> 16) & 255, (bytes >>> 8) & 255, bytes & 255])
  const part = (tag: number, ...content: Buffer[]) => {
    const body = Buffer.concat(content)
    return Buffer.concat([Buffer.from([tag]), length(body.length), body])
  }
  const result = part(
    0x61,
    part(0x0a, Buffer.from([49])),
    part(0x04),
    part(0x04, Buffer.from(`a${' '.repeat(200_000)}b`)),
  )
  return part(0x30, part(0x02, Buffer.from([1])), result)
}

/** An error of PostgreSQL with a long message. */
function postgresError(): Buffer {
  const fields = Buffer.from(`SFATAL\0CXX000\0Ma${' '.repeat(200_000)}b\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** An error of MySQL in the place of its greeting. */
function mysqlError(): Buffer {
  const body = Buffer.from(`\xff\x15\x04#28000a${' '.repeat(200_000)}b`, 'latin1')
  const head = Buffer.alloc(4)
  head.writeUIntLE(body.length, 0, 3)
  return Buffer.concat([head, body])
}

/** What a server of any other protocol answers. */
const tcpKinds: Readonly<Record<string, (socket: Socket) => void>> = {
  blanks: (socket) => pour(socket, Buffer.alloc(MEBIBYTE, ' ')),
  'line ends': (socket) => pour(socket, Buffer.alloc(MEBIBYTE, '\r\n')),
  zeros: (socket) => pour(socket, Buffer.alloc(MEBIBYTE)),
  'a drip': (socket) => drip(socket, '-'),
  'an error of Redis': (socket) =>
    socket.once('data', () => socket.write(`-ERR a${' '.repeat(200_000)}b\r\n`)),
  'deep lists of Redis': (socket) => socket.once('data', () => socket.write('*1\r\n'.repeat(200_000))),
  'a refusal of LDAP': (socket) => socket.once('data', () => socket.write(ldapRefusal())),
  'an error of PostgreSQL': (socket) => socket.once('data', () => socket.write(postgresError())),
  'an error of MySQL': (socket) => socket.write(mysqlError()),
}

/** Where each kind of answer is given. */
interface HostilePorts {
  http: Record<string, number>
  tcp: Record<string, number>
  udp: number
}

const listening = (server: Server) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })

async function listenAll(): Promise<HostilePorts> {
  const ports: HostilePorts = { http: {}, tcp: {}, udp: 0 }
  for (const [kind, answer] of Object.entries(httpKinds)) {
    const server = createServer((request, response) => {
      request.resume().on('error', () => undefined)
      response.on('error', () => undefined)
      answer(response)
    })
    ports.http[kind] = await listening(server)
  }
  for (const [kind, answer] of Object.entries(tcpKinds)) {
    const server = createTcpServer((socket) => {
      socket.on('error', () => socket.destroy()).resume()
      answer(socket)
    })
    ports.tcp[kind] = await listening(server)
  }
  const socket = createSocket('udp4')
  // The answer has the number of the question, and then what no answer has.
  socket.on('message', (question, from) => {
    socket.send(Buffer.concat([question.subarray(0, 2), Buffer.alloc(60_000, 0xc0)]), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  ports.udp = socket.address().port
  return ports
}

if (parentPort !== null) parentPort.postMessage(await listenAll())
