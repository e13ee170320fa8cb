import leven from 'leven'

/** Number of typing errors between two words. Swapped letters count as one. */
function distance(a: string, b: string): number {
  if (a.length !== b.length) return leven(a, b)
  const letters = (word: string) => word.split('').toSorted().join('')
  return a !== b && letters(a) === letters(b) ? 1 : leven(a, b)
}

/** Longer than every key of ours. Comparing longer words takes quadratic time. */
const LONGEST = 64

/** The known key most similar to the written one; undefined if none is similar enough. */
export function suggestKey(written: string, known: readonly string[]): string | undefined {
  if (written.length > LONGEST) return undefined
  const farthest = Math.max(1, Math.floor(written.length / 3))
  const [best] = known
    // The distance is at least the difference of lengths. This saves time when thousands of unknown keys are compared.
    .filter((key) => Math.abs(key.length - written.length) <= farthest)
    .map((key) => ({ key, distance: distance(written.toLowerCase(), key.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  return best !== undefined && best.distance <= farthest ? best.key : undefined
}
