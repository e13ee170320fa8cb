import type { LogResults } from '@binnacle/contract/logs'
import {
  type LogFilter,
  type LogLine,
  type LogQuery,
  matchesFilter,
  pageLength,
} from '@binnacle/plugin-kit/logs'
import { LoggedFailure } from '../../../platform/errors.ts'
import { type Cursor, cursorAfter, isTime, keyOf, readCursor } from './cursor.ts'
import { askBackend } from './ask.ts'
import { filterFor, type LogDependencies, shownLine } from './entry.ts'
import type { ResolvedLogPlace } from './place.ts'
import type { RoutedEntry } from './route.ts'
import { ruledLines } from './rules.ts'
import { futureNote, type Window } from './window.ts'

/** A search of all entries of a place. */
export interface SearchOptions {
  filter: LogFilter
  window: Window
  limit: number
  direction: LogQuery['direction']
  cursor?: string | undefined
  signal: AbortSignal
}

/** What a search found. */
export interface LinePage {
  lines: readonly LogLine[]
  total: number
  cursor: string | undefined
  notes: string[]
}

/** A line with the entry that it is from, as each backend has its own rules. */
interface RawLine {
  line: LogLine
  from: RoutedEntry
}

/** What a client reads of a line. */
export const answerLine = ({ id, time, message, labels }: LogLine) => ({
  id,
  timestamp: new Date(time).toISOString(),
  message,
  labels: { ...labels },
})

/** Names an entry in a note, if there are several. */
function named({ backend, entry }: RoutedEntry, text: string, entries: readonly RoutedEntry[]): string {
  return entries.length === 1 ? text : `${backend.name} ${entry.place}: ${text}`
}

/** Applies the rules of each backend to its own lines. @throws LoggedFailure if a rule fails */
async function shown(raw: readonly RawLine[], dependencies: LogDependencies): Promise<LogLine[]> {
  const kept = new Map<LogLine, LogLine>()
  for (const backend of new Set(raw.map(({ from }) => from.backend))) {
    const own = raw.filter(({ from }) => from.backend === backend)
    const marked = own.map(({ line }, index) => ({ ...line, id: String(index) }))
    const ruled = await ruledLines(marked, backend.spec.rules, dependencies)
    dependencies.failing.note(backend, 'rules', ruled.ok ? undefined : ruled.failure)
    if (!ruled.ok) throw new LoggedFailure(`${backend.name}: ${ruled.failure}`)
    for (const line of ruled.value) {
      const source = own[Number(line.id)]?.line
      if (source !== undefined) kept.set(source, { ...line, id: source.id })
    }
  }
  return raw.flatMap(({ line }) => kept.get(line) ?? [])
}

const isBehind = ({ time, seen }: Cursor, line: LogLine, isBackward: boolean): boolean => {
  const own = Math.floor(line.time)
  if (own === time) return !seen.includes(keyOf(line))
  return isBackward ? own < time : own > time
}

/**
 * Searches the entries of a place and puts their lines in order.
 * @throws LoggedFailure if no entry could be asked, or a rule failed
 */
export async function searchLines(
  { target, entries, problems }: ResolvedLogPlace,
  { filter, window, limit, direction, cursor: written, signal }: SearchOptions,
  dependencies: LogDependencies,
): Promise<LinePage> {
  const future = futureNote(window, dependencies.clock.now())
  if (future !== undefined) return { lines: [], total: 0, cursor: undefined, notes: [future] }
  const cursor = written === undefined || written === '' ? undefined : readCursor(written)
  const isBackward = direction === 'backward'
  const place = cursor?.time
  // A line of a millisecond may have a part of one too.
  const to =
    place === undefined || !isBackward ? window.to : new Date(Math.min(window.to.getTime(), place + 1))
  const from = place === undefined || isBackward ? window.from : new Date(place)
  const most = limit + (cursor?.seen.length ?? 0) + 1
  const pages = await Promise.all(
    entries.map(async (routed) => ({
      routed,
      page: await askBackend(routed, dependencies, signal, (source) =>
        source.search({
          target,
          filter: filterFor(filter, routed.entry),
          from,
          to,
          limit: most,
          direction,
        }),
      ),
    })),
  )
  const failures = pages.flatMap(({ routed, page }) =>
    page.ok ? [] : [named(routed, page.failure, entries)],
  )
  const [first] = failures
  if (first !== undefined && failures.length === entries.length)
    throw new LoggedFailure(failures.length === 1 ? first : failures.join('; '))
  const raw = pages
    .flatMap(({ routed, page }) =>
      page.ok
        ? page.value.lines.map((line): RawLine => ({ line: shownLine(line, routed.entry), from: routed }))
        : [],
    )
    .filter(({ line }) => isTime(line.time))
    .filter(({ line }) => cursor === undefined || isBehind(cursor, line, isBackward))
    .toSorted((one, other) =>
      isBackward ? other.line.time - one.line.time : one.line.time - other.line.time,
    )
  const page = raw.slice(
    0,
    pageLength(
      raw.map(({ line }) => line),
      limit,
    ),
  )
  const hasMore = raw.length > page.length
  const lines = await shown(page, dependencies)
  const totals = pages.flatMap(({ page: one }) =>
    one.ok && one.value.total !== undefined ? [one.value.total] : [],
  )
  const known = totals.length === pages.length ? totals.reduce((sum, count) => sum + count, 0) : 0
  const notes = pages.flatMap(({ routed, page: one }) =>
    one.ok ? one.value.notes.map((note) => named(routed, note, entries)) : [],
  )
  return {
    // Labels that an entry adds are not known to its backend.
    lines: lines.filter((line) => matchesFilter({ contains: [], excludes: [], labels: filter.labels }, line)),
    total: Math.max(known, lines.length),
    cursor: hasMore
      ? cursorAfter(
          page.map(({ line }) => line),
          cursor,
        )
      : undefined,
    notes: [...problems, ...failures, ...notes],
  }
}

/** The answer of a search. */
export function answerOf({ lines, total, cursor, notes }: LinePage): LogResults {
  return { total, results: lines.map(answerLine), cursor: cursor ?? null, notes: [...notes] }
}
