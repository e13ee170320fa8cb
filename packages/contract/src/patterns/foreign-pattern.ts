import { RE2JS } from 're2js'
import { fail, type Result, succeed } from '../core/index.ts'

/** A regular expression that is ready to run. */
export type ForeignPattern = RE2JS

/** Largest cost of patterns that are compiled together: about a third of a second, and a few megabytes. */
export const MOST_PATTERN_COST = 10_000
/** A class of Unicode, such as `\p{L}`, has hundreds of ranges. */
const UNICODE_CLASS = 25
/** A range up to a character outside ASCII, which is folded letter by letter where case is ignored. */
const WIDE_RANGE = 100

const counts = /\{(\d{1,9})(?:,(\d{0,9}))?\}/g
const classes = /\\[pP]/g
const ranges = /-(?:\\x|[^\0-\x7F])/g

/**
 * How much it costs at most to compile and run a pattern, in parts of its automaton; counts in groups multiply. It is
 * linear in the text, and does not compile it.
 */
export function patternCost(source: string): number {
  const repeated = Array.from(source.matchAll(counts), ([, least = '1', most = '']) =>
    Math.max(1, Number(least), Number(most)),
  ).toSorted((a, b) => b - a)
  const nested = repeated.slice(0, source.split('(').length)
  const size = nested.reduce((product, count) => product * count, source.length)
  const times = (part: RegExp) => source.match(part)?.length ?? 0
  return size + UNICODE_CLASS * times(classes) + WIDE_RANGE * times(ranges)
}

/** A pattern that cannot be used. */
export interface PatternFault {
  /** Which of the patterns; undefined if they are too large together. */
  index?: number
  /** Why, such as `missing closing ): (`. */
  message: string
}

const tooLarge = 'too large: it is too long or repeats too much'

/**
 * Compiles regular expressions that people or files wrote, in RE2 syntax, which takes time linear in the text. This is
 * the only place that does, so that none is compiled whose size is not bounded before.
 * @param flags of RE2JS
 */
export function compilePatterns(
  sources: readonly string[],
  { flags = 0, most = MOST_PATTERN_COST }: { flags?: number; most?: number } = {},
): Result<ForeignPattern[], PatternFault> {
  let cost = 0
  for (const [index, source] of sources.entries()) {
    // The length is checked before the text is searched.
    const own = source.length > most ? Infinity : patternCost(source)
    if (own > most) return fail({ index, message: tooLarge })
    cost += own
  }
  if (cost > most) return fail({ message: 'too large together: they are too long or repeat too much' })
  const patterns: ForeignPattern[] = []
  for (const [index, source] of sources.entries()) {
    try {
      patterns.push(RE2JS.compile(source, flags))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return fail({ index, message: reason.replace(/^error parsing regexp: /, '') })
    }
  }
  return succeed(patterns)
}

/** Compiles one regular expression that a person or a file wrote. @returns it, or why it cannot be used */
export function compilePattern(source: string): Result<ForeignPattern, string> {
  const compiled = compilePatterns([source])
  if (!compiled.ok) return fail(compiled.failure.message)
  const [pattern] = compiled.value
  return pattern === undefined ? fail(tooLarge) : succeed(pattern)
}

/** With this flag a point in a pattern stands for ends of lines too. */
export const POINT_IS_ANY = RE2JS.DOTALL
