/** Text without stars, which is compared as a whole. */
export function isPlain(pattern: string): boolean {
  return !pattern.includes('*') && !pattern.startsWith('!')
}

/** Whether a text in lower case matches a pattern in lower case. `*` stands for any text. Takes linear time. */
function fits(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return text === pattern
  if (!text.startsWith(first)) return false
  const last = rest.pop() ?? ''
  let place = first.length
  for (const part of rest) {
    const found = text.indexOf(part, place)
    if (found === -1) return false
    place = found + part.length
  }
  return text.length - last.length >= place && text.endsWith(last)
}

/**
 * Makes a test for texts, in any case: one of the patterns has to match, and none of those after `!`.
 * @param patterns without any, every text passes
 */
export function patternTest(patterns: readonly string[] = []): (text: string | undefined) => boolean {
  const lower = patterns.map((pattern) => pattern.toLowerCase())
  const wanted = lower.filter((pattern) => !pattern.startsWith('!'))
  const unwanted = lower.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1))
  return (given) => {
    const text = (given ?? '').toLowerCase()
    if (unwanted.some((pattern) => fits(text, pattern))) return false
    return wanted.length === 0 || wanted.some((pattern) => fits(text, pattern))
  }
}
