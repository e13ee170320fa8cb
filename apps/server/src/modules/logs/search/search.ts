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
import { askedFilter, filterAfterRules, hasRules, replacesTexts } from './asked-filter.ts'
import { createLineView, type LogDependencies } from './entry.ts'
import type { ResolvedLogPlace } from './place.ts'
import type { RoutedEntry } from './route.ts'
import { ruledLines } from './rules.ts'
import { futureNote, type Window } from './window.ts'

/** Lines that are read at once where their words are compared here. */
const BATCH = 5_000
/** Lines read beyond a page where rules may leave some out, so that one round is enough most times. */
const MORE_THAN_SHOWN = 50
/** What one search reads where rules are applied first; its cursor goes on from there. */
const MOST_READ = 20_000
const MOST_ROUNDS = 10
const PARTLY_SEARCHED =
  'Rules of this log backend are applied before lines are compared, so only the newest part was searched; load older lines to go on'

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
  /** Whether it stopped before it was full, because rules are applied first; the cursor goes on. */
  isPart?: boolean
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

const linesOf = (raw: readonly RawLine[]): LogLine[] => raw.map(({ line }) => line)

/** Lines after the rules of their backends that a filter wants. @throws LoggedFailure if a rule fails */
async function shown(
  raw: readonly RawLine[],
  filter: LogFilter,
  dependencies: LogDependencies,
): Promise<LogLine[]> {
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
  return raw.flatMap(({ line, from }) => {
    const ruled = kept.get(line)
    return ruled === undefined || !matchesFilter(filterAfterRules(filter, from), ruled) ? [] : [ruled]
  })
}

const isBehind = ({ time, seen }: Cursor, line: LogLine, isBackward: boolean): boolean => {
  const own = Math.floor(line.time)
  if (own === time) return !seen.includes(keyOf(line))
  return isBackward ? own < time : own > time
}

/** The next lines of all entries in their order, before any rule. */
interface Round {
  raw: readonly RawLine[]
  /** Whether there are more lines. */
  hasMore: boolean
  /** Why entries could not be asked. */
  failures: readonly string[]
  /** Whether no entry could be asked. */
  isFailed: boolean
  notes: readonly string[]
  /** How many lines fit, as the backends say; undefined if one does not say it. */
  total: number | undefined
}

/** An entry with what it is asked for. */
interface AskedEntry {
  routed: RoutedEntry
  filter: LogFilter
  view: (line: LogLine) => LogLine
}

/** Asks all entries for the lines behind a cursor, and puts them in order. */
async function readRound(
  { target, entries: all }: ResolvedLogPlace,
  entries: readonly AskedEntry[],
  { window, direction, signal }: Pick<SearchOptions, 'window' | 'direction' | 'signal'>,
  { cursor, limit }: { cursor: Cursor | undefined; limit: number },
  dependencies: LogDependencies,
): Promise<Round> {
  const isBackward = direction === 'backward'
  const place = cursor?.time
  // A line of a millisecond may have a part of one too.
  const to =
    place === undefined || !isBackward ? window.to : new Date(Math.min(window.to.getTime(), place + 1))
  const from = place === undefined || isBackward ? window.from : new Date(place)
  const most = limit + (cursor?.seen.length ?? 0) + 1
  const pages = await Promise.all(
    entries.map(async ({ routed, filter, view }) => ({
      routed,
      view,
      page: await askBackend(routed, dependencies, signal, (source) =>
        source.search({ target, filter, from, to, limit: most, direction }),
      ),
    })),
  )
  const failures = pages.flatMap(({ routed, page }) => (page.ok ? [] : [named(routed, page.failure, all)]))
  const raw = pages
    .flatMap(({ routed, view, page }) =>
      page.ok ? page.value.lines.map((line): RawLine => ({ line: view(line), from: routed })) : [],
    )
    .filter(({ line }) => isTime(line.time))
    .filter(({ line }) => cursor === undefined || isBehind(cursor, line, isBackward))
    .toSorted((one, other) =>
      isBackward ? other.line.time - one.line.time : one.line.time - other.line.time,
    )
  const length = pageLength(linesOf(raw), limit)
  const totals = pages.flatMap(({ page: one }) =>
    one.ok && one.value.total !== undefined ? [one.value.total] : [],
  )
  return {
    raw: raw.slice(0, length),
    hasMore: raw.length > length,
    failures,
    isFailed: failures.length > 0 && failures.length === pages.length,
    notes: pages.flatMap(({ routed, page }) =>
      page.ok ? page.value.notes.map((note) => named(routed, note, all)) : [],
    ),
    total: totals.length === pages.length ? totals.reduce((sum, count) => sum + count, 0) : undefined,
  }
}

/**
 * Searches the entries of a place and puts their lines in order. Where rules change what people see, lines are read until
 * enough of them are shown: nothing of the answer, its cursor included, says how many lines the rules left out.
 * @throws LoggedFailure if no entry could be asked, or a rule failed
 */
export async function searchLines(
  place: ResolvedLogPlace,
  { filter, window, limit, direction, cursor: written, signal }: SearchOptions,
  dependencies: LogDependencies,
): Promise<LinePage> {
  const { entries, problems } = place
  const future = futureNote(window, dependencies.clock.now())
  if (future !== undefined) return { lines: [], total: 0, cursor: undefined, notes: [future] }
  const begin = written === undefined || written === '' ? undefined : readCursor(written)
  const rules = entries.map(({ backend }) => backend.spec.rules)
  const isRuled = rules.some(hasRules)
  const hasWords = filter.contains.length + filter.excludes.length + filter.labels.length > 0
  const batch = !isRuled
    ? limit
    : hasWords && rules.some(replacesTexts)
      ? Math.max(limit, BATCH)
      : limit + MORE_THAN_SHOWN
  const asked = await Promise.all(
    entries.map(async (routed) => ({
      routed,
      filter: await askedFilter(filter, routed, dependencies),
      view: createLineView(routed.entry, routed.backend.spec.rules, dependencies),
    })),
  )
  const notes = new Set(problems)
  const kept: LogLine[] = []
  let cursor = begin
  let total: number | undefined
  let hasMore = true
  let read = 0
  let isPart = false
  for (let round = 1; hasMore; round += 1) {
    const next = await readRound(
      place,
      asked,
      { window, direction, signal },
      { cursor, limit: batch },
      dependencies,
    )
    if (next.isFailed && round === 1) throw new LoggedFailure(next.failures.join('; '))
    for (const note of [...next.failures, ...next.notes]) notes.add(note)
    if (next.isFailed) break
    kept.push(...(await shown(next.raw, filter, dependencies)))
    total = next.total
    hasMore = next.hasMore
    read += next.raw.length
    const end = cursorAfter(linesOf(next.raw), cursor)
    cursor = end === undefined ? cursor : readCursor(end)
    if (!isRuled || signal.aborted) break
    const length = pageLength(kept, limit)
    if (kept.length > length) {
      const lines = kept.slice(0, length)
      return { lines, total: length, cursor: cursorAfter(lines, begin), notes: [...notes] }
    }
    isPart = hasMore && (read >= MOST_READ || round >= MOST_ROUNDS)
    if (isPart) break
  }
  return {
    lines: kept,
    // What rules leave out is not counted.
    total: isRuled ? kept.length : Math.max(total ?? 0, kept.length),
    cursor: hasMore && cursor !== undefined ? JSON.stringify(cursor) : undefined,
    isPart,
    notes: [...notes],
  }
}

/** The answer of a search. */
export function answerOf({ lines, total, cursor, isPart, notes }: LinePage): LogResults {
  return {
    total,
    results: lines.map(answerLine),
    cursor: cursor ?? null,
    notes: isPart === true ? [...notes, PARTLY_SEARCHED] : [...notes],
  }
}
