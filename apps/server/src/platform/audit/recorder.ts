import type { Pool } from 'pg'
import { audit, type Change, type Originator } from '../audit.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'

const MINUTE = 60_000
/** How often windows that ended are looked for. */
const LOOK_MILLISECONDS = 10_000
/** Different events of one person or address that have rows of their own in a window; further ones share a row. */
const MOST_OF_A_SOURCE = 30
/** Different events of all sources together. */
const MOST = 500

/** Something that happened without changing a thing, such as a refusal. */
export interface AuditEvent {
  by: Originator
  change: Change
}

/** Where equal events come from, and what makes them equal. */
export interface EventKey {
  /** The person or network address that could cause many. */
  source: string
  /** Distinguishes the events of a source. */
  kind: string
  /** How long equal events are counted, in milliseconds; a minute unless given. */
  window?: number
}

/** Writes events that somebody could cause at will, so that a flood of them leaves few rows. */
export interface AuditRecorder {
  /**
   * Writes the first of equal events at once, and counts the others until the window ends: then one more row says how
   * many they were. Never fails: what an event belongs to goes on without it.
   */
  record(key: EventKey, event: AuditEvent): Promise<void>
  /** Writes what was counted in windows that ended; in all of them when the process stops. */
  flush(all?: boolean): Promise<void>
  stop(): Promise<void>
}

interface Window {
  source: string
  until: number
  /** How many came after the first. */
  more: number
  event: AuditEvent
}

/** What a row says that stands for different events. */
function shared({ by, change }: AuditEvent, anySource: boolean): AuditEvent {
  const { action, resource, userAgent } = change
  return {
    by: anySource ? 'several people or addresses' : by,
    change: { action, resource, id: null, name: null, userAgent, after: { several: true } },
  }
}

/** Starts a recorder; its windows are counted in memory, by each process on its own. */
export function createAuditRecorder(options: { pool: Pool; clock: Clock; log: Log }): AuditRecorder {
  const { pool, clock, log } = options
  const windows = new Map<string, Window>()
  const stopping = new AbortController()
  /** Rows that are being written, for callers that do not wait. */
  const pending = new Set<Promise<void>>()

  const write = async ({ by, change }: AuditEvent, occurrences: number): Promise<void> => {
    const writing = audit(pool, by, { ...change, occurrences }).then(
      () => {},
      (error: unknown) =>
        log.error({ err: error, action: change.action }, 'an event could not be written to the audit log'),
    )
    pending.add(writing)
    await writing
    pending.delete(writing)
  }

  async function close(key: string, { more, event }: Window): Promise<void> {
    windows.delete(key)
    if (more > 0) await write(event, more)
  }

  /** The window that an event falls in; a shared one where its source, or all of them, have too many. */
  function place({ source, kind }: EventKey, event: AuditEvent): { key: string; event: AuditEvent } {
    const key = JSON.stringify([source, kind])
    if (windows.has(key)) return { key, event }
    const { action } = event.change
    if (windows.size >= MOST) return { key: JSON.stringify([null, action]), event: shared(event, true) }
    const own = [...windows.values()].filter((window) => window.source === source).length
    if (own < MOST_OF_A_SOURCE) return { key, event }
    return { key: JSON.stringify([source, null, action]), event: shared(event, false) }
  }

  async function flush(all = false): Promise<void> {
    const now = clock.now().getTime()
    for (const [key, window] of windows) if (all || window.until <= now) await close(key, window)
  }

  async function keepFlushing(): Promise<void> {
    while (!stopping.signal.aborted) {
      await clock.wait(LOOK_MILLISECONDS, stopping.signal)
      if (!stopping.signal.aborted) await flush()
    }
  }

  const flushing = keepFlushing()
  return {
    flush,
    async record(key, event) {
      const placed = place(key, event)
      const now = clock.now().getTime()
      const open = windows.get(placed.key)
      if (open !== undefined && open.until > now) {
        open.more += 1
        return
      }
      // Before the first await, so that events that come at once find it.
      const window = { source: key.source, until: now + (key.window ?? MINUTE), more: 0, event: placed.event }
      windows.set(placed.key, window)
      if (open !== undefined && open.more > 0) await write(open.event, open.more)
      await write(placed.event, 1)
    },
    async stop() {
      stopping.abort()
      await flushing
      await flush(true)
      await Promise.all(pending)
    },
  }
}
