// Not fuzzysort 4 or fzf 0.5: they score "pay" in "primary resolver" nearly as high as "chk" in "Checkout API" (0.31
// and 0.35; 56 and 68), so they would list accidental matches. The smaller one adds 15 kB to every page.
/** Score of a match, with the positions of the matched characters. */
export interface FuzzyMatch {
  /** Higher is better. Comparable between texts for the same query. */
  score: number
  positions: readonly number[]
}

const WORD_START = 8
const CONSECUTIVE = 5
const HIT = 1
const PREFIX = 3
/** Penalty for each character skipped between two hits, up to a limit. */
const GAP = 0.4
const LONGEST_GAP = 10

const isWordStart = (text: string, index: number): boolean => {
  const before = text.charAt(index - 1)
  if (index === 0 || /[\s\-_./:]/.test(before)) return true
  return /\p{Ll}/u.test(before) && /\p{Lu}/u.test(text.charAt(index))
}

/** Whether a match is accidental: too many hits neither follow another hit nor begin a word. */
function isByChance(text: string, positions: readonly number[]): boolean {
  const loose = positions.filter((position, index) => {
    const before = positions[index - 1]
    return position !== (before ?? Number.NaN) + 1 && !isWordStart(text, position)
  })
  return loose.length > Math.max(1, Math.floor(positions.length / 3))
}

/** Scores one assignment of the query's characters to positions. */
function scorePositions(text: string, positions: readonly number[]): number {
  let score = positions[0] === 0 ? PREFIX : 0
  positions.forEach((position, index) => {
    const before = positions[index - 1]
    score += HIT
    if (isWordStart(text, position)) score += WORD_START
    if (before === undefined) return
    if (position === before + 1) score += CONSECUTIVE
    else score -= Math.min(position - before - 1, LONGEST_GAP) * GAP
  })
  return score - text.length * 0.02
}

/**
 * Finds the query's characters from `start` on, each at its first position, or at the start of a word if possible.
 * @returns undefined if one is missing
 */
function layOver(
  lower: string,
  text: string,
  query: string,
  start: number,
  starts: boolean,
): readonly number[] | undefined {
  const positions: number[] = []
  let from = start
  for (const character of query) {
    let position = lower.indexOf(character, from)
    if (position === -1) return undefined
    if (starts && position !== from) {
      let next = position
      while (next !== -1 && !isWordStart(text, next)) next = lower.indexOf(character, next + 1)
      if (next !== -1) position = next
    }
    positions.push(position)
    from = position + character.length
  }
  return positions
}

/**
 * Matches the characters of a query in a text: in order, not necessarily adjacent, ignoring case.
 * @returns undefined if a character is missing or the match is accidental
 */
export function fuzzyMatch(query: string, text: string): FuzzyMatch | undefined {
  const wanted = query.toLowerCase()
  if (wanted === '') return { score: 0, positions: [] }
  const lower = text.toLowerCase()
  const whole = lower.indexOf(wanted)
  const candidates = [
    layOver(lower, text, wanted, 0, false),
    layOver(lower, text, wanted, 0, true),
    whole === -1 ? undefined : layOver(lower, text, wanted, whole, false),
  ]
  let best: FuzzyMatch | undefined
  for (const positions of candidates) {
    if (positions === undefined || isByChance(text, positions)) continue
    const score = scorePositions(text, positions)
    if (best === undefined || score > best.score) best = { score, positions }
  }
  return best
}
