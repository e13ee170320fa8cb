import type { Redactor } from './redact.ts'

const MASK = '***'
/** Separates texts that are searched together. The search ignores white space, so it still finds a secret across texts. */
const BETWEEN = '\n'

/** All texts of a value, in reading order. */
interface Texts {
  keys: string[]
  values: string[]
}

function collect(value: unknown, texts: Texts): void {
  if (typeof value === 'string') texts.values.push(value)
  else if (typeof value === 'number') texts.values.push(String(value))
  else if (Array.isArray(value)) for (const item of value) collect(item, texts)
  else if (value !== null && typeof value === 'object')
    for (const [key, item] of Object.entries(value)) {
      texts.keys.push(key)
      collect(item, texts)
    }
}

/** Redacts several texts as one, and returns a function that gives the redacted texts one after the other. */
function cleaner(
  texts: readonly string[],
  redact: Redactor,
): { isClean: boolean; next: () => string | undefined } {
  const spans = redact.spans(texts.join(BETWEEN))
  let [index, start, span] = [0, 0, 0]
  return {
    isClean: spans.length === 0,
    /** @returns undefined if the text contains no secret */
    next() {
      const text = texts[index] ?? ''
      const end = start + text.length
      const parts: string[] = []
      let place = start
      for (; span < spans.length; span += 1) {
        const [from, to] = spans[span] ?? [end, end]
        if (from >= end) break
        if (to > start) {
          parts.push(text.slice(place - start, Math.max(0, from - start)), MASK)
          place = Math.min(to, end)
        }
        if (to > end) break
      }
      const cleaned = parts.length === 0 ? undefined : `${parts.join('')}${text.slice(place - start)}`
      index += 1
      start = end + BETWEEN.length
      return cleaned
    },
  }
}

/**
 * Redacts every text inside a JSON-like value, keys included, also secrets that are spread over several texts or numbers.
 * A number that is part of a secret becomes a text.
 * @returns a copy, or the value itself if it contains no secret
 */
export function redactDeep(value: unknown, redact: Redactor): unknown {
  const texts: Texts = { keys: [], values: [] }
  collect(value, texts)
  const keys = cleaner(texts.keys, redact)
  const values = cleaner(texts.values, redact)
  if (keys.isClean && values.isClean) return value
  const clean = (inner: unknown): unknown => {
    if (typeof inner === 'string' || typeof inner === 'number') return values.next() ?? inner
    if (Array.isArray(inner)) return inner.map(clean)
    if (inner === null || typeof inner !== 'object') return inner
    return Object.fromEntries(
      Object.entries(inner).map(([key, item]) => {
        const name = keys.next() ?? key
        return [name, clean(item)]
      }),
    )
  }
  return clean(value)
}
