const MASK = '***'

/** Shorter secrets would blank out ordinary words and give themselves away by what is missing. */
const SHORTEST = 3

/**
 * Makes a function that replaces every given secret in a text, in the spellings in which it commonly comes back
 * (as it is, URL-encoded, Base64, JSON-escaped).
 * @param secrets values as they were resolved; shorter than three characters are left alone
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const spellings = new Set<string>()
  for (const secret of secrets) {
    if (secret.length < SHORTEST) continue
    spellings.add(secret)
    spellings.add(encodeURIComponent(secret))
    spellings.add(Buffer.from(secret).toString('base64'))
    spellings.add(JSON.stringify(secret).slice(1, -1))
  }
  if (spellings.size === 0) return (text) => text
  const longestFirst = [...spellings].sort((a, b) => b.length - a.length)
  return (text) => longestFirst.reduce((rest, spelling) => rest.replaceAll(spelling, MASK), text)
}

/** Applies a text replacement to every string inside a JSON-like value, keys included. */
export function redactDeep(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, redact))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [redact(key), redactDeep(item, redact)]),
    )
  return value
}
