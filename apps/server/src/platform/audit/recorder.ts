import { MINUTE } from '@binnacle/contract/core'
import type { Pool } from 'pg'
import { audit, type Change, type Originator } from '../audit.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'

/** How often ended windows are written. */
const LOOK_MILLISECONDS = 10_000
/** Most different events of one person or address in a window. Further ones share a row. */
const MOST_OF_A_SOURCE = 30
/** Most different events of all sources together. */
const MOST = 500

/** An event that changes nothing, such as a refusal. */
interface AuditEvent {
  by: Originator
  change: Change
}

/** Source and kind of equal events. */
interface EventKey {
  /** The person or network address that causes the events. */
  source: string
  /** Distinguishes the events of a source. */
  kind: string
  /** How long equal events are counted, in milliseconds. Default: a minute. */
  window?: number
}

/** Records events that strangers can cause without limit. A flood of them adds only a few rows. */
export interface AuditRecorder {
  /**
   * Writes the first of equal events at once, and counts the others until the window ends. Then one more row has their
   * number. Never fails, so that the caller can continue.
   */
  record(key: EventKey, event: AuditEvent): Promise<void>
  /** Writes the counts of ended windows; of all windows when the process stops. */
  flush(all?: boolean): Promise<void>
  stop(): Promise<void>
}

interface Window {
  source: string
  until: number
  /** Number of events after the first. */
  more: number
  event: AuditEvent
}

/** The row for several different events. */
function shared({ by, change }: AuditEvent, anySource: boolean): AuditEvent {
  const { action, resource, userAgent } = change
  return {
    by: anySource ? 'several people or addresses' : by,
    change: { action, resource, id: null, name: null, userAgent, after: { several: true } },
  }
}

/** Starts a recorder. Each process counts its windows in memory. */
export function createAuditRecorder(options: { pool: Pool; clock: Clock; log: Log }): AuditRecorder {
  const { pool, clock, log } = options
  const windows = new Map<string, Window>()
  const stopping = new AbortController()
  /** Unfinished writes of callers that do not wait. */
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

  /** The window of an event; a shared one if its source, or all sources, have too many. */
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
      // Before the first await, so that concurrent events find the window.
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
