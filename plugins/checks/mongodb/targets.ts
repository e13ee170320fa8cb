import { createServer as createTlsServer } from 'node:tls'
import { createServer, type Socket } from 'node:net'
import {
  closedPort,
  type Credentials,
  listen,
  startTcpServer,
  type TestServer,
} from '@binnacle/plugin-kit/servers'
import { type CheckTargets, SECRET_PLACE } from '@binnacle/plugin-kit/suite'
import { BSON } from 'mongodb'

type Document = Record<string, unknown>

/** Returns the answer to a command. */
export type AnswerCommand = (command: Document) => Document

// Codes and layout of messages as MongoDB documents them ("MongoDB Wire Protocol").
const OP_REPLY = 1
const OP_QUERY = 2_004
const OP_MSG = 2_013
const HEADER = 16

/** The command in a message, in either form that the driver sends. */
function commandIn(message: Buffer): Document {
  const code = message.readInt32LE(12)
  if (code === OP_MSG) return BSON.deserialize(message.subarray(HEADER + 5))
  if (code !== OP_QUERY) throw new Error(`a message of the kind ${code}`)
  const end = message.indexOf(0, HEADER + 4)
  return BSON.deserialize(message.subarray(end + 1 + 8))
}

function replyTo(message: Buffer, answer: Document): Buffer {
  const isMessage = message.readInt32LE(12) === OP_MSG
  const body = BSON.serialize(answer)
  // OP_MSG: flags, then one section of the kind 0. OP_REPLY: flags, cursor, first, count.
  const head = isMessage ? Buffer.alloc(5) : Buffer.alloc(20)
  if (!isMessage) head.writeInt32LE(1, 16)
  const reply = Buffer.concat([Buffer.alloc(HEADER), head, body])
  reply.writeInt32LE(reply.length, 0)
  reply.writeInt32LE(message.readInt32LE(4), 8)
  reply.writeInt32LE(isMessage ? OP_MSG : OP_REPLY, 12)
  return reply
}

function serve(answer: AnswerCommand) {
  return (socket: Socket) => {
    let waiting = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      waiting = Buffer.concat([waiting, chunk])
      while (waiting.length >= HEADER && waiting.length >= waiting.readInt32LE(0)) {
        const message = waiting.subarray(0, waiting.readInt32LE(0))
        waiting = waiting.subarray(message.length)
        socket.write(replyTo(message, answer(commandIn(message))))
      }
    })
  }
}

/** The answer to hello: the fields that MongoDB documents, with values of its examples. */
function hello(role: Document): Document {
  return {
    maxBsonObjectSize: 16_777_216,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId: 1,
    minWireVersion: 0,
    maxWireVersion: 25,
    readOnly: false,
    ok: 1,
    ...role,
  }
}

/** Answers like a member with a role: to hello by any of its names, to ping, and to nothing else. */
export function member(role: Document, answers: Readonly<Record<string, Document>> = {}): AnswerCommand {
  return (command) => {
    const name = Object.keys(command)[0] ?? ''
    const known = answers[name]
    if (known !== undefined) return known
    if (['hello', 'ismaster', 'isMaster'].includes(name)) return hello(role)
    return name === 'ping'
      ? { ok: 1 }
      : { ok: 0, errmsg: `no such command: '${name}'`, code: 59, codeName: 'CommandNotFound' }
  }
}

/** Starts a server that speaks MongoDB's wire protocol on loopback. @param credentials PEM texts, for TLS */
export function startMongo(answer: AnswerCommand, credentials?: Credentials, port = 0): Promise<TestServer> {
  return listen(
    credentials === undefined ? createServer(serve(answer)) : createTlsServer(credentials, serve(answer)),
    port,
  )
}

/** A primary; a port without a server; a server that never answers; a primary that refuses sign-ins. */
export async function startTargets(): Promise<CheckTargets> {
  const [primary, silent] = await Promise.all([
    startMongo(member({ isWritablePrimary: true })),
    startTcpServer(''),
  ])
  const at = (port: number) => `mongodb://127.0.0.1:${port}`
  return {
    healthy: { name: 'well', url: at(primary.port) },
    unhealthy: { name: 'failing', url: at(await closedPort()) },
    hanging: { name: 'hanging', url: at(silent.port) },
    secretive: { name: 'secretive', url: `mongodb://me:${SECRET_PLACE}@127.0.0.1:${primary.port}` },
    stop: async () => {
      await Promise.all([primary.stop(), silent.stop()])
    },
  }
}
