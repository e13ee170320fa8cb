import { compilePatterns, MOST_PATTERN_COST } from '@binnacle/contract/patterns'

/** What is wrong with one of the patterns of a list. */
export interface PatternProblem {
  index: number
  message: string
}

/** Why patterns that an editor wrote cannot be used; undefined if they can. */
export function patternProblem(patterns: readonly (string | undefined)[]): PatternProblem | undefined {
  const compiled = compilePatterns(
    patterns.map((pattern) => pattern ?? ''),
    { most: MOST_PATTERN_COST },
  )
  if (compiled.ok) return undefined
  // Those that are too large together are reported at the last.
  const { index = patterns.length - 1, message } = compiled.failure
  return { index, message: `not a regular expression that can be used: ${message}` }
}
