import type { LogTailMessage } from '@binnacle/contract/logs'
import { type LogFilter, type LogLine, type LogTailed, matchesFilter } from '@binnacle/plugin-kit/logs'
import { askBackend } from './ask.ts'
import { askedFilter, filterAfterRules } from './asked-filter.ts'
import { createLineView, type LogDependencies, openEntry } from './entry.ts'
import type { ResolvedLogPlace } from './place.ts'
import type { RoutedEntry } from './route.ts'
import { ruledLines } from './rules.ts'
import { answerLine } from './search.ts'
import { isTime, keyOf } from './cursor.ts'

/** Milliseconds in which lines are gathered before they are sent together. */
const GATHER = 250
/** Lines that wait for a slow reader; older ones are left out and counted. */
const MOST_WAITING = 5_000
/** Characters of the messages that wait, because lines can be long. */
const MOST_WAITING_CHARACTERS = 8_000_000
/** Lines of one message. */
const MOST_SENT = 1_000
/** Milliseconds after which a tail ends, so that its reader signs in again. */
const LONGEST = 600_000
/** Milliseconds between two signs of life. */
const BEAT = 15_000
/** Milliseconds between two searches of a backend that cannot tail, and how far each looks back. */
const BETWEEN = 1_500
const LOOK_BACK = 10_000
const MOST_PER_SEARCH = 5_000

/** Follows a backend that can only be searched. */
async function* polled(
  routed: RoutedEntry,
  { target }: ResolvedLogPlace,
  filter: LogFilter,
  dependencies: LogDependencies,
  signal: AbortSignal,
): AsyncGenerator<LogTailed> {
  const { clock } = dependencies
  const begin = clock.now().getTime()
  // Lines reach backends late, so each search looks back, and lines that were sent are known.
  let sent = new Map<string, number>()
  while (!signal.aborted) {
    const now = clock.now()
    const from = new Date(Math.max(begin, now.getTime() - LOOK_BACK))
    const searched = await askBackend(routed, dependencies, signal, (source) =>
      source.search({
        target,
        filter,
        from,
        to: new Date(now.getTime() + LOOK_BACK),
        limit: MOST_PER_SEARCH,
        direction: 'backward',
      }),
    )
    if (signal.aborted) return
    if (!searched.ok) yield { problem: searched.failure }
    else {
      const fresh = searched.value.lines.filter((line) => !sent.has(keyOf(line))).toReversed()
      sent = new Map([...sent].filter(([, time]) => time >= from.getTime() - LOOK_BACK))
      for (const line of fresh) sent.set(keyOf(line), line.time)
      if (fresh.length > 0) yield { lines: fresh }
    }
    await clock.wait(BETWEEN, signal)
  }
}

/** How many of the oldest lines have to go, so that what waits stays within its limits. */
function excessOf(waiting: readonly { line: LogLine }[]): number {
  let characters = 0
  const kept = waiting
    .slice(-MOST_WAITING)
    .findLastIndex(({ line }) => (characters += line.message.length) > MOST_WAITING_CHARACTERS)
  return Math.max(0, waiting.length - MOST_WAITING) + kept + 1
}

async function* tailOf(
  routed: RoutedEntry,
  place: ResolvedLogPlace,
  filter: LogFilter,
  dependencies: LogDependencies,
  signal: AbortSignal,
): AsyncGenerator<LogTailed> {
  const opened = await openEntry(routed.entry, dependencies, signal)
  if (!opened.ok) {
    yield { problem: opened.failure }
    return
  }
  const { source, redact } = opened.value
  const own = await askedFilter(filter, routed, dependencies)
  const tailed =
    source.tail?.({ target: place.target, filter: own }) ?? polled(routed, place, own, dependencies, signal)
  for await (const one of tailed) {
    yield 'problem' in one ? { problem: redact(one.problem) } : one
    if (signal.aborted) return
  }
}

/**
 * Follows the entries of a place. The reader takes messages at its own speed: while it is slow lines wait, and when too
 * many wait the oldest are left out and counted.
 */
export async function* tailLines(
  place: ResolvedLogPlace,
  filter: LogFilter,
  dependencies: LogDependencies,
  signal: AbortSignal,
): AsyncGenerator<LogTailMessage> {
  const { clock } = dependencies
  const over = new AbortController()
  const stop = () => over.abort()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  let waiting: { line: LogLine; routed: RoutedEntry }[] = []
  let dropped = 0
  const problems = new Set<string>()
  const follow = async (routed: RoutedEntry) => {
    const view = createLineView(routed.entry, routed.backend.spec.rules, dependencies)
    try {
      for await (const one of tailOf(routed, place, filter, dependencies, over.signal)) {
        if (over.signal.aborted) return
        if ('problem' in one) {
          problems.add(one.problem)
          continue
        }
        for (const line of one.lines) if (isTime(line.time)) waiting.push({ line: view(line), routed })
        const excess = excessOf(waiting)
        if (excess > 0) {
          waiting = waiting.slice(excess)
          dropped += excess
        }
      }
    } catch (error) {
      if (!over.signal.aborted) {
        dependencies.log.error({ err: error }, 'a tail of a log backend has a defect')
        problems.add('failed because of an error in Binnacle; see the log of the server')
      }
    }
  }
  const following = place.entries.map(follow)
  const began = clock.now().getTime()
  let beat = began
  try {
    for (const problem of place.problems) yield { kind: 'problem', message: problem }
    while (!over.signal.aborted) {
      await clock.wait(GATHER, over.signal)
      if (over.signal.aborted) return
      for (const message of problems) yield { kind: 'problem', message }
      problems.clear()
      const batch = waiting.slice(0, MOST_SENT)
      waiting = waiting.slice(MOST_SENT)
      const now = clock.now().getTime()
      if (batch.length > 0 || dropped > 0) {
        const lines: LogLine[] = []
        for (const routed of new Map(batch.map((one) => [one.routed.backend, one.routed])).values()) {
          const { backend } = routed
          const own = batch.filter((one) => one.routed.backend === backend).map(({ line }) => line)
          const ruled = await ruledLines(own, backend.spec.rules, dependencies)
          const wanted = filterAfterRules(filter, routed)
          if (ruled.ok) lines.push(...ruled.value.filter((line) => matchesFilter(wanted, line)))
          else yield { kind: 'problem', message: ruled.failure }
        }
        const left = dropped
        dropped = 0
        beat = now
        yield {
          kind: 'lines',
          lines: lines.toSorted((one, other) => one.time - other.time).map(answerLine),
          dropped: left,
        }
      } else if (now - beat >= BEAT) {
        beat = now
        yield { kind: 'beat' }
      }
      if (now - began >= LONGEST) {
        yield { kind: 'end', message: 'The tail ends after ten minutes; open it again' }
        return
      }
    }
  } finally {
    over.abort()
    signal.removeEventListener('abort', stop)
    await Promise.allSettled(following)
  }
}
