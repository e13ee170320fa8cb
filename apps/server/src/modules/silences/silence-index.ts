import type { SubjectState } from '../../platform/subjects.ts'
import { type Coverage, keysOf } from './coverage.ts'
import type { Filter } from './filter.ts'
import type { ActiveSilence } from './ports.ts'
import type { Times, Window } from './windows.ts'

// Silences are matched in memory, because each message asks twice, and 500 events a second would be a thousand queries.
// A resource looks up its own keys and tests the few silences found there. A silence ends because its time is over, and
// no job ends it: a clock that is set back makes it hold again, as its times say. Of several silences the one that ends
// last counts, because alerts that are held are looked at again at its end. Counts of suppressed messages are in their
// own table, so that counting does not announce that silences changed.
// What fails, fails towards messages: a filter with an error disables its silence, because a typing error must not hide
// an outage.

/** A silence in memory. */
export interface SilenceEntry extends Pick<ActiveSilence, 'id' | 'kind' | 'description'> {
  coverage: Coverage
  times: Times
  filter: Filter | undefined
}

/** A silence that holds at a time. */
export interface HoldingEntry {
  entry: SilenceEntry
  window: Window
}

/** Finds silences by the resources that they may cover, without a look at all of them. */
export interface SilenceIndex {
  /** Silences that hold at a time and cover a resource, except for their filters, the one that ends last first. */
  covering(state: SubjectState, at: Date): HoldingEntry[]
  /** All silences that hold at a time, the one that ends last first. */
  holding(at: Date): HoldingEntry[]
}

const endOf = ({ window }: HoldingEntry) => window.until?.getTime() ?? Number.POSITIVE_INFINITY

function heldAt(entries: Iterable<SilenceEntry>, at: Date): HoldingEntry[] {
  const holding: HoldingEntry[] = []
  for (const entry of entries) {
    const window = entry.times.at(at)
    if (window !== undefined) holding.push({ entry, window })
  }
  // Of two that end together, the one without a filter costs less.
  const weight = ({ entry }: HoldingEntry) => (entry.filter === undefined ? 0 : 1)
  return holding.toSorted((one, other) => {
    const [end, otherEnd] = [endOf(one), endOf(other)]
    return end === otherEnd ? weight(one) - weight(other) : otherEnd - end
  })
}

/** Builds the index of silences. */
export function createSilenceIndex(entries: readonly SilenceEntry[]): SilenceIndex {
  const byKey = new Map<string, SilenceEntry[]>()
  for (const entry of entries)
    for (const key of entry.coverage.keys) {
      const others = byKey.get(key)
      if (others === undefined) byKey.set(key, [entry])
      else others.push(entry)
    }
  return {
    covering(state, at) {
      const found = new Set<SilenceEntry>()
      for (const key of keysOf(state))
        for (const entry of byKey.get(key) ?? []) if (entry.coverage.includes(state)) found.add(entry)
      return found.size === 0 ? [] : heldAt(found, at)
    },
    holding: (at) => heldAt(entries, at),
  }
}
