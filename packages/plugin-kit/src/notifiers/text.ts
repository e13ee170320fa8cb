const ELLIPSIS = '…'
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** How long a text is to a service. */
export type Measure = (text: string) => number

/** UTF-16 units, as JavaScript counts. It is never less than what a service counts as characters. */
const unitsOf: Measure = (text) => text.length
/** Bytes of UTF-8. */
export const bytesOf: Measure = (text) => Buffer.byteLength(text)

/**
 * Cuts a text that is too long for a service. It cuts between characters as people see them, and ends with an ellipsis.
 * @param longest in units of `measure`
 */
export function cutText(text: string, longest: number, measure: Measure = unitsOf): string {
  if (measure(text) <= longest) return text
  const room = longest - measure(ELLIPSIS)
  let kept = ''
  let used = 0
  // Every measure counts at least one for a unit, so the rest cannot fit.
  for (const { segment } of segmenter.segment(text.slice(0, longest + 1))) {
    used += measure(segment)
    if (used > room) break
    kept += segment
  }
  return `${kept.trimEnd()}${ELLIPSIS}`
}

/** Replaces line breaks and other control characters by spaces, for places that take one line. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
