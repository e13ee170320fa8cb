import type { LiveEvent } from './index.ts'

/** How long changes are remembered, so that a reader who changes topics misses nothing. */
const REMEMBERED_MILLISECONDS = 30_000

/** Changes of one second. */
const STEP_MILLISECONDS = 1_000

/** Most ids that are remembered of a topic and a second. Beyond that, any row may have changed. */
const MOST_IDS = 1_000

/** Ids of changed rows by topic; null for any row. */
export type RecentChanges = ReadonlyMap<string, ReadonlySet<string> | null>

interface Step {
  start: number
  changes: Map<string, Set<string> | null>
}

/** The changes of the last seconds. */
export interface RecentMemory {
  add: (event: LiveEvent) => void
  /**
   * Returns the changes of the last milliseconds, and of up to a second before; undefined if some of them may be
   * missing.
   */
  since: (milliseconds: number) => RecentChanges | undefined
}

/** Merges ids into a topic's changes. */
function merge(into: Map<string, Set<string> | null>, topic: string, ids: Iterable<string> | null): void {
  const present = into.get(topic)
  if (present === null) return
  if (ids === null) into.set(topic, null)
  else if (present === undefined) into.set(topic, new Set(ids))
  else for (const id of ids) present.add(id)
}

/** @param now a clock in milliseconds that never goes back */
export function rememberRecent(now: () => number): RecentMemory {
  /** The time from which on nothing is missing. */
  let complete = now()
  let steps: Step[] = []

  return {
    add(event) {
      const time = now()
      if (event.kind === 'resync') {
        complete = time
        steps = []
        return
      }
      const { topic, ids } = event.change
      let step = steps.at(-1)
      if (step === undefined || time - step.start >= STEP_MILLISECONDS) {
        step = { start: time, changes: new Map() }
        steps = steps.filter(({ start }) => time - start <= REMEMBERED_MILLISECONDS + STEP_MILLISECONDS)
        steps.push(step)
      }
      merge(step.changes, topic, ids)
      if ((step.changes.get(topic)?.size ?? 0) > MOST_IDS) step.changes.set(topic, null)
    },
    since(milliseconds) {
      const from = now() - milliseconds
      if (from < complete || milliseconds > REMEMBERED_MILLISECONDS) return undefined
      const found = new Map<string, Set<string> | null>()
      for (const { start, changes } of steps)
        if (start + STEP_MILLISECONDS >= from) for (const [topic, ids] of changes) merge(found, topic, ids)
      return found
    },
  }
}
