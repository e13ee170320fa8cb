function decoded(pattern: string): string {
  try {
    return decodeURIComponent(pattern)
  } catch {
    return pattern
  }
}

function fits(value: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return value === pattern
  if (!value.startsWith(first)) return false
  const last = rest.pop() ?? ''
  let place = first.length
  for (const part of rest) {
    const found = value.indexOf(part, place)
    if (found === -1) return false
    place = found + part.length
  }
  return value.length - last.length >= place && value.endsWith(last)
}

/**
 * Whether a value is in a list of patterns, as specs write them: `*` stands for any text, `!x` leaves x out and counts before
 * the others, and a list with nothing but such ones has all the rest. An empty list has everything.
 */
export function matchesPatterns(value: string, patterns: readonly string[]): boolean {
  const all = patterns.map(decoded)
  const wanted = all.filter((pattern) => !pattern.startsWith('!'))
  const unwanted = all.filter((pattern) => pattern.startsWith('!'))
  if (unwanted.some((pattern) => fits(value, pattern.slice(1)))) return false
  return wanted.length === 0 || wanted.some((pattern) => fits(value, pattern))
}
