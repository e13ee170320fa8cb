import type { LogLine } from '@binnacle/contract/logs'

/** Most lines of a tail that are shown, and that wait while it is paused. Older ones are let go and counted. */
export const MOST_LIVE = 10_000
/** Arrays are cut only when they are this much too long, because cutting copies them. */
const EXCESS = 2_000

/** What a tail has at a moment. */
interface LiveState {
  /** Shown lines, the oldest first. The array grows in place, so only the first `count` belong to this state. */
  lines: readonly LogLine[]
  count: number
  /** Number of the first line: lines are counted since the page was opened, so each keeps its number. */
  first: number
  /** Number of lines that came while it was paused. */
  waiting: number
  /** Number of lines that were let go, here or by the server. */
  dropped: number
  isPaused: boolean
}

/** Lines of a tail, as a store that components subscribe to. */
export interface LiveLines {
  subscribe: (listener: () => void) => () => void
  /** Another object after each change. */
  state: () => LiveState
  add: (lines: readonly LogLine[], dropped: number) => void
  pause: () => void
  /** Shows the lines that came meanwhile. */
  resume: () => void
  clear: () => void
}

export function createLiveLines(): LiveLines {
  let lines: LogLine[] = []
  let pending: LogLine[] = []
  let waiting = 0
  let dropped = 0
  let first = 0
  let isPaused = false
  let state: LiveState = { lines, count: 0, first, waiting, dropped, isPaused }
  const listeners = new Set<() => void>()
  const changed = () => {
    state = { lines, count: lines.length, first, waiting, dropped, isPaused }
    for (const listener of listeners) listener()
  }
  const bounded = (list: LogLine[], isShown: boolean): LogLine[] => {
    if (list.length <= MOST_LIVE + EXCESS) return list
    if (isShown) {
      dropped += list.length - MOST_LIVE
      first += list.length - MOST_LIVE
    }
    return list.slice(-MOST_LIVE)
  }
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    state: () => state,
    add(added, lost) {
      dropped += lost
      if (isPaused) {
        for (const line of added) pending.push(line)
        waiting += added.length
        pending = bounded(pending, false)
      } else {
        for (const line of added) lines.push(line)
        lines = bounded(lines, true)
      }
      changed()
    },
    pause() {
      if (isPaused) return
      isPaused = true
      changed()
    },
    resume() {
      if (!isPaused) return
      isPaused = false
      dropped += waiting - pending.length
      for (const line of pending) lines.push(line)
      lines = bounded(lines, true)
      pending = []
      waiting = 0
      changed()
    },
    clear() {
      first += lines.length
      lines = []
      pending = []
      waiting = 0
      dropped = 0
      changed()
    },
  }
}
