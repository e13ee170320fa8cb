import leven from 'leven'

/** How many slips lie between two words; letters in the wrong order are one. */
function distance(a: string, b: string): number {
  if (a.length !== b.length) return leven(a, b)
  const letters = (word: string) => word.split('').toSorted().join('')
  return a !== b && letters(a) === letters(b) ? 1 : leven(a, b)
}

/** No key of ours is longer; to compare longer ones takes time by the square. */
const LONGEST = 64

/** The known key that someone most likely meant, if any is near enough. */
export function suggestKey(written: string, known: readonly string[]): string | undefined {
  if (written.length > LONGEST) return undefined
  const farthest = Math.max(1, Math.floor(written.length / 3))
  const [best] = known
    // Words are at least as far apart as their lengths: thousands of unknown keys are compared with every known one.
    .filter((key) => Math.abs(key.length - written.length) <= farthest)
    .map((key) => ({ key, distance: distance(written.toLowerCase(), key.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  return best !== undefined && best.distance <= farthest ? best.key : undefined
}
