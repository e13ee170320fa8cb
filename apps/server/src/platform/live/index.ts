import { Client, type PoolConfig } from 'pg'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { CHANNEL, type Signal } from './signal.ts'

/** Rows of a topic changed; without ids, any of them may have. */
interface Change {
  topic: string
  ids: readonly string[] | null
}

/** `resync` means that changes may have been missed: everything counts as changed. */
export type LiveEvent = { kind: 'change'; change: Change } | { kind: 'resync' }

/** Changes of the database, as they are committed by any process. */
export interface Live {
  /** @returns ends the subscription */
  subscribe(listener: (event: LiveEvent) => void): () => void
  /** Whether the line to the database is up. */
  readonly connected: boolean
  close(): Promise<void>
}

const payloadShape = z.object({ topic: z.string(), ids: z.array(z.string()).nullable() })
/** Where the job engine tells its workers that jobs were added: no trigger of ours has to say it once more. */
const QUEUE_CHANNEL = 'jobs:insert'
const QUEUE_TOPIC: Signal = 'event_queue'
const RETRY_MILLISECONDS = 1_000
const CONNECT_MILLISECONDS = 10_000
const KEEP_ALIVE_MILLISECONDS = 15_000

function parsePayload(text: string): Change | undefined {
  try {
    return payloadShape.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/**
 * Listens to what the database announces, over one connection of its own. When that is lost it is made anew, and
 * listeners are told to take everything as changed.
 */
export async function openLive(connection: PoolConfig, clock: Clock, log: Log): Promise<Live> {
  const listeners = new Set<(event: LiveEvent) => void>()
  const closing = new AbortController()
  let client: Client | undefined

  const emit = (event: LiveEvent) => {
    for (const listener of listeners) listener(event)
  }

  async function listen(): Promise<void> {
    const fresh = new Client({
      ...connection,
      application_name: 'binnacle live',
      connectionTimeoutMillis: CONNECT_MILLISECONDS,
      // This line says nothing for hours: without these, one that is dead would never be noticed.
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MILLISECONDS,
    })
    fresh.on('notification', ({ channel, payload }) => {
      const change =
        channel === QUEUE_CHANNEL ? { topic: QUEUE_TOPIC, ids: null } : parsePayload(payload ?? '')
      if (change !== undefined) emit({ kind: 'change', change })
    })
    fresh.on('error', () => {})
    fresh.on('end', () => {
      if (client !== fresh) return
      client = undefined
      void reconnect()
    })
    try {
      await fresh.connect()
      await fresh.query(`listen ${CHANNEL}; listen "${QUEUE_CHANNEL}"`)
      closing.signal.throwIfAborted()
      client = fresh
    } catch (error) {
      // Not waited for: a dead connection may take long to end.
      void fresh.end()
      throw error
    }
  }

  async function reconnect(): Promise<void> {
    while (!closing.signal.aborted && client === undefined) {
      await clock.wait(RETRY_MILLISECONDS, closing.signal)
      if (closing.signal.aborted) return
      await listen().then(
        () => emit({ kind: 'resync' }),
        (error: unknown) => {
          if (!closing.signal.aborted) log.warn({ reason: String(error) }, 'live updates are not connected')
        },
      )
    }
  }

  await listen()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get connected() {
      return client !== undefined
    },
    async close() {
      closing.abort()
      const last = client
      client = undefined
      await last?.end()
    },
  }
}
