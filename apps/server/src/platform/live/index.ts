import { Client, type PoolConfig } from 'pg'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { type RecentChanges, rememberRecent } from './recent.ts'
import { CHANNEL, type Signal } from './signal.ts'

/** Rows of a topic changed. Without ids, any of them may have changed. */
interface Change {
  topic: string
  ids: readonly string[] | null
}

/** `resync` means that changes may have been missed, so listeners treat everything as changed. */
export type LiveEvent = { kind: 'change'; change: Change } | { kind: 'resync' }

/** Changes of the database that any process committed. */
export interface Live {
  /** @returns a function that ends the subscription */
  subscribe(listener: (event: LiveEvent) => void): () => void
  /** Returns the changes of the last milliseconds; undefined if some of them may be missing. */
  recent(milliseconds: number): RecentChanges | undefined
  /** Whether the connection to the database is open. */
  readonly connected: boolean
  close(): Promise<void>
}

const payloadShape = z.object({ topic: z.string(), ids: z.array(z.string()).nullable() })
/** The channel on which the job engine announces new jobs, so that the product needs no trigger for them. */
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
 * Listens to the announcements of the database on its own connection. If the connection breaks, it reconnects and
 * tells listeners to treat everything as changed.
 */
export async function openLive(connection: PoolConfig, clock: Clock, log: Log): Promise<Live> {
  const listeners = new Set<(event: LiveEvent) => void>()
  const closing = new AbortController()
  let client: Client | undefined
  const memory = rememberRecent(() => performance.now())

  const emit = (event: LiveEvent) => {
    memory.add(event)
    for (const listener of listeners) listener(event)
  }

  async function listen(): Promise<void> {
    const fresh = new Client({
      ...connection,
      application_name: 'binnacle live',
      connectionTimeoutMillis: CONNECT_MILLISECONDS,
      // This connection is silent for hours: without keep-alive nobody would notice that it is dead.
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
      // Not awaited, because a dead connection may take long to end.
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
  // Nothing was heard before.
  memory.add({ kind: 'resync' })
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    // Without a connection, changes are being missed.
    recent: (milliseconds) => (client === undefined ? undefined : memory.since(milliseconds)),
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
