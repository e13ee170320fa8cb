import type { LogHistogram } from '@binnacle/contract/logs'
import { succeed } from '@binnacle/contract/core'
import type { LogFilter } from '@binnacle/plugin-kit/logs'
import { LoggedFailure } from '../../../platform/errors.ts'
import { askBackend } from './ask.ts'
import { askedFilter } from './asked-filter.ts'
import { readCursor } from './cursor.ts'
import type { LogDependencies } from './entry.ts'
import type { ResolvedLogPlace } from './place.ts'
import { searchLines } from './search.ts'
import { futureNote, type Window } from './window.ts'

/** Lines that are counted by reading them, where a backend cannot count. */
const MOST_COUNTED = 20_000

export interface HistogramOptions {
  filter: LogFilter
  window: Window
  parts: number
  signal: AbortSignal
}

const isEveryLine = ({ contains, excludes, labels }: LogFilter): boolean =>
  contains.length + excludes.length + labels.length === 0

/** Counts that a backend made, if all entries of the place can and no rule changes what is counted. */
async function countedThere(
  { target, entries }: ResolvedLogPlace,
  { filter, window: { from, to }, parts: count, signal }: HistogramOptions,
  dependencies: LogDependencies,
): Promise<{ counts: number[]; notes: string[] } | undefined> {
  const isChanged = entries
    .map(({ backend }) => backend.spec.rules)
    .some(({ scrub, drop }) => drop.length > 0 || (scrub.length > 0 && !isEveryLine(filter)))
  if (isChanged) return undefined
  const counts = await Promise.all(
    entries.map((routed) =>
      askBackend<readonly number[] | undefined>(routed, dependencies, signal, async (source) => {
        const query = {
          target,
          filter: await askedFilter(filter, routed, dependencies),
          from,
          to,
          limit: 1,
          direction: 'backward' as const,
        }
        return source.histogram === undefined ? succeed(undefined) : source.histogram(query, count)
      }),
    ),
  )
  if (counts.some((one) => one.ok && one.value === undefined)) return undefined
  const failures = counts.flatMap((one) => (one.ok ? [] : [one.failure]))
  // None counted is not a count of none.
  if (failures.length === counts.length) throw new LoggedFailure(failures.join('; '))
  return {
    counts: Array.from({ length: count }, (_, index) =>
      counts.reduce((sum, one) => sum + (one.ok ? (one.value?.[index] ?? 0) : 0), 0),
    ),
    notes: failures,
  }
}

/**
 * Counts lines over time, by the backend where it can, else by reading the newest ones.
 * @throws LoggedFailure if no entry could be asked
 */
export async function histogramOf(
  place: ResolvedLogPlace,
  options: HistogramOptions,
  dependencies: LogDependencies,
): Promise<LogHistogram> {
  const { filter, window, parts: count, signal } = options
  const { from, to } = window
  const range = { start: from.toISOString(), end: to.toISOString() }
  const future = futureNote(window, dependencies.clock.now())
  if (future !== undefined)
    return { ...range, counts: Array.from({ length: count }, () => 0), counted_from: null, notes: [future] }
  const there = await countedThere(place, options, dependencies)
  if (there !== undefined) return { ...range, ...there, counted_from: null }
  const found = await searchLines(
    place,
    { filter, window, limit: MOST_COUNTED, direction: 'backward', signal },
    dependencies,
  )
  const counts = Array.from({ length: count }, () => 0)
  const length = Math.max(1, to.getTime() - from.getTime())
  for (const { time } of found.lines) {
    const index = Math.min(count - 1, Math.max(0, Math.floor(((time - from.getTime()) / length) * count)))
    counts[index] = (counts[index] ?? 0) + 1
  }
  return {
    ...range,
    counts,
    counted_from: found.cursor === undefined ? null : new Date(readCursor(found.cursor).time).toISOString(),
    notes: found.notes,
  }
}
