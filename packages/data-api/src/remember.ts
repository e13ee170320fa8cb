/** Default number of cached results. */
const KEPT = 500
const LONGEST = 2_000

/**
 * Caches the results of a function for the most recent texts, because clients repeat the same few. Callers must not
 * change a result. Failures are not cached.
 * @param kept most cached results
 */
export function remember<Result>(parse: (text: string) => Result, kept = KEPT): (text: string) => Result {
  const known = new Map<string, Result>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const result = parse(text)
    if (text.length > LONGEST) return result
    const [oldest] = known.keys()
    if (known.size >= kept && oldest !== undefined) known.delete(oldest)
    known.set(text, result)
    return result
  }
}
