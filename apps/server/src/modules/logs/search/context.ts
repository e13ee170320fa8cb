import { DAY } from '@binnacle/contract/core'
import type { LogContext } from '@binnacle/contract/logs'
import { everyLine, type LogFilter, type LogLine } from '@binnacle/plugin-kit/logs'
import type { LogDependencies } from './entry.ts'
import type { ResolvedLogPlace } from './place.ts'
import { answerLine, searchLines } from './search.ts'

/** Lines of one millisecond among which a line is looked for. */
const MOST_OF_MILLISECOND = 1_000

export interface ContextOptions {
  line: { id: string; timestamp: string; labels: Readonly<Record<string, string>> }
  before: number
  after: number
  signal: AbortSignal
}

/** The labels that say where a line was written, for the types of a place that have them. */
function streamOf({ entries }: ResolvedLogPlace, labels: Readonly<Record<string, string>>): LogFilter {
  const names = new Set(entries.flatMap(({ entry }) => entry.type.definition.stream))
  return {
    ...everyLine,
    labels: [...names].flatMap((name) => {
      const value = labels[name]
      return value === undefined ? [] : [{ name, value, isExcluded: false }]
    }),
  }
}

/** Finds the lines before and after a line, of the place where it was written. */
export async function contextOf(
  place: ResolvedLogPlace,
  { line, before, after, signal }: ContextOptions,
  dependencies: LogDependencies,
): Promise<LogContext> {
  const time = Date.parse(line.timestamp)
  const found = await searchLines(
    place,
    {
      filter: everyLine,
      direction: 'forward',
      limit: MOST_OF_MILLISECOND,
      window: { from: new Date(time), to: new Date(time + 1) },
      signal,
    },
    dependencies,
  )
  const own = found.lines.find(({ id }) => id === line.id)
  // The address of a line has its id and time only.
  const filter = streamOf(place, own?.labels ?? line.labels)
  const around = (direction: 'backward' | 'forward', limit: number) =>
    limit === 0
      ? { lines: [], notes: [] }
      : searchLines(
          place,
          {
            filter,
            direction,
            signal,
            // Lines of the same millisecond are on both sides of it.
            limit: limit + 100,
            window:
              direction === 'backward'
                ? { from: new Date(time - DAY), to: new Date(time + 1) }
                : { from: new Date(time), to: new Date(time + DAY) },
          },
          dependencies,
        )
  const [older, newer] = await Promise.all([around('backward', before), around('forward', after)])
  const behind = (lines: readonly LogLine[], otherwise: (one: LogLine) => boolean) => {
    const at = lines.findIndex(({ id }) => id === line.id)
    return at === -1 ? lines.filter(otherwise) : lines.slice(at + 1)
  }
  const earlier = behind(older.lines, (one) => one.time < time).slice(0, before)
  const known = new Set(earlier.map(({ id }) => id))
  const later = behind(newer.lines, (one) => one.time > time)
    .filter(({ id }) => !known.has(id))
    .slice(0, after)
  return {
    line: own === undefined ? null : answerLine(own),
    before: earlier.toReversed().map(answerLine),
    after: later.map(answerLine),
    notes: [...new Set([...older.notes, ...newer.notes])],
  }
}
