import type { EventEmitter } from 'node:events'
import type { Pool, PoolClient } from 'pg'

/** The database sends more than a statement may answer. Its connection is closed, so nothing of it is stored. */
export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge'
  /** Most bytes that were allowed. */
  readonly bytes: number

  constructor(bytes: number) {
    super(`The answer of the database is larger than ${bytes} bytes`)
    this.bytes = bytes
  }
}

interface Closable extends EventEmitter {
  destroy(error: Error): void
}

function hasDestroy(value: unknown): value is Closable {
  return typeof value === 'object' && value !== null && 'destroy' in value && 'prependListener' in value
}

function isEmitter(value: unknown): value is EventEmitter {
  return typeof value === 'object' && value !== null && 'prependListener' in value
}

/** The connection of a client and its stream. The driver has them, but its types do not declare them. */
function streamOf(client: PoolClient): { connection: EventEmitter; stream: Closable } | undefined {
  const connection: unknown = Reflect.get(client, 'connection')
  if (!isEmitter(connection)) return undefined
  const stream: unknown = Reflect.get(connection, 'stream')
  return hasDestroy(stream) ? { connection, stream } : undefined
}

/** What a connection may send now, and what it has sent of the current answer. */
const limits = new WeakMap<PoolClient, { received: number; most: number }>()

function limitClient(client: PoolClient, bytes: number): void {
  const found = streamOf(client)
  if (found === undefined) throw new Error('The driver does not show its connection')
  const { connection, stream } = found
  const limit = { received: 0, most: bytes }
  limits.set(client, limit)
  connection.on('readyForQuery', () => {
    limit.received = 0
  })
  // Before the driver, which stores a row until it is complete and cannot read one of 512 MiB.
  stream.prependListener('data', (chunk: Uint8Array) => {
    limit.received += chunk.byteLength
    if (limit.received > limit.most) stream.destroy(new AnswerTooLarge(limit.most))
  })
}

/**
 * Bounds what one statement answers on each connection of a pool. A statement beyond it fails with `AnswerTooLarge`, and
 * its connection is replaced. The driver would store all of it, and end the process where it cannot.
 */
export function limitAnswers(pool: Pool, bytes: number): void {
  pool.on('connect', (client) => limitClient(client, bytes))
  pool.on('acquire', (client) => {
    const limit = limits.get(client)
    if (limit !== undefined) limit.most = bytes
  })
}

/** Bounds what one statement answers on a connection more narrowly, until it returns to its pool. */
export function narrowAnswers(client: PoolClient, bytes: number): void {
  const limit = limits.get(client)
  if (limit !== undefined) limit.most = Math.min(limit.most, bytes)
}
