/** Unescapes a pattern. A percent sign that starts no escape stays. */
function decode(pattern: string): string {
  try {
    return decodeURIComponent(pattern)
  } catch {
    return pattern
  }
}

function matchesOne(value: string, pattern: string): boolean {
  const isOpenBefore = pattern.startsWith('*')
  const isOpenAfter = pattern.length > 1 && pattern.endsWith('*')
  const core = pattern.slice(isOpenBefore ? 1 : 0, isOpenAfter ? -1 : undefined)
  if (isOpenBefore && isOpenAfter) return value.includes(core)
  if (isOpenBefore) return value.endsWith(core)
  return isOpenAfter ? value.startsWith(core) : value === core
}

/**
 * Whether a value fits a list of patterns: texts, `x*`, `*x`, `*x*` and `*`, URL-escaped or not. A leading ! refuses, before
 * all others. An empty list fits all values, and so does a list of refusals for what it does not refuse.
 */
export function matchesPatterns(value: string, patterns: readonly string[]): boolean {
  if (patterns.length === 0) return true
  const written = patterns.map(decode)
  const refused = written.filter((pattern) => pattern.startsWith('!'))
  if (refused.some((pattern) => matchesOne(value, pattern.slice(1)))) return false
  const wanted = written.filter((pattern) => !pattern.startsWith('!'))
  return wanted.length === 0 || wanted.some((pattern) => matchesOne(value, pattern))
}

/** Whether a list that names what to leave out names a value. An empty list leaves out nothing. */
export function isExcluded(value: string, patterns: readonly string[] | undefined): boolean {
  if (patterns === undefined || !patterns.some((pattern) => !pattern.startsWith('!'))) return false
  return matchesPatterns(value, patterns)
}
