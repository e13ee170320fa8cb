/** Results that are kept unless another number is given, and the length of a text that is worth it. */
const KEPT = 500
const LONGEST = 2_000

/**
 * A function that remembers what it made of the texts that came last: clients ask with the same few again and again.
 * What it returns must not be changed. Failures are not remembered.
 * @param kept how many results it remembers
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
