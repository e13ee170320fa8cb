import leven from 'leven'

/** How many slips lie between two words; letters in the wrong order are one. */
function distance(a: string, b: string): number {
  const letters = (word: string) => word.split('').toSorted().join('')
  return a !== b && letters(a) === letters(b) ? 1 : leven(a, b)
}

/** No key of ours is longer; to compare longer ones takes time by the square. */
const LONGEST = 64

/** The known key that someone most likely meant, if any is near enough. */
export function suggestKey(written: string, known: readonly string[]): string | undefined {
  if (written.length > LONGEST) return undefined
  const [best] = known
    .map((key) => ({ key, distance: distance(written.toLowerCase(), key.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const farthest = Math.max(1, Math.floor(written.length / 3))
  return best !== undefined && best.distance <= farthest ? best.key : undefined
}
