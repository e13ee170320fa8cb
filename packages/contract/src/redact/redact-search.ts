/** A text to search for. */
export interface Pattern {
  codes: Uint16Array
  /** The original text. */
  text: string
  /** Start and end of the significant part of `text`; computed when first needed. */
  edges?: readonly [number, number]
}

/** A match: the index of its first code, and the index after its last code. */
export interface Match {
  from: number
  to: number
  pattern: Pattern
}

/** A prime, as the base of the hash of a window. */
const BASE = 16_777_619
/** Most comparisons for each code of a text. Only a text made for that purpose needs more. */
const MOST_COMPARISONS = 16
/** Slots of the hash table for each pattern. */
const ROOM = 8

function hashOf(codes: Uint16Array, window: number): number {
  let hash = 0
  for (let index = 0; index < window; index += 1) hash = (Math.imul(hash, BASE) + (codes[index] ?? 0)) | 0
  // 0 is an empty place of the table.
  return hash === 0 ? 1 : hash
}

function byHash(patterns: readonly Pattern[], window: number): Map<number, Pattern[]> {
  const known = new Map<number, Pattern[]>()
  for (const pattern of patterns) {
    const hash = hashOf(pattern.codes, window)
    const same = known.get(hash)
    if (same === undefined) known.set(hash, [pattern])
    else same.push(pattern)
  }
  for (const same of known.values()) if (same.length > 1) same.sort((a, b) => b.codes.length - a.codes.length)
  return known
}

/**
 * Finds many patterns in one pass (Rabin and Karp): the hash of a window moves along the text, and patterns are compared
 * only where the hash of their start matches. Only hashes are stored, because most texts contain no pattern. If a text needs
 * too many comparisons, its patterns count as found, so that time stays linear and no secret is missed.
 */
export class WindowIndex {
  readonly #window: number
  readonly #table: Int32Array
  /** The factor of the first code of a window in its hash. */
  readonly #weight: number
  readonly isEmpty: boolean

  /** @param patterns of at least `window` codes each */
  constructor(patterns: readonly Pattern[], window: number) {
    this.#window = window
    this.isEmpty = patterns.length === 0
    let weight = 1
    for (let index = 1; index < window; index += 1) weight = Math.imul(weight, BASE)
    this.#weight = weight
    let size = 16
    while (size < patterns.length * ROOM) size *= 2
    this.#table = new Int32Array(size)
    for (const { codes } of patterns) {
      const hash = hashOf(codes, window)
      let place = hash & (size - 1)
      while (this.#table[place] !== 0 && this.#table[place] !== hash) place = (place + 1) & (size - 1)
      this.#table[place] = hash
    }
  }

  /**
   * @param patterns the patterns of the constructor
   * @param report called with each match in order of its start, with the longest of those that start together
   */
  search(codes: Uint16Array, patterns: () => readonly Pattern[], report: (found: Match) => void): void {
    const window = this.#window
    const count = codes.length
    if (this.isEmpty || count < window) return
    const table = this.#table
    const last = table.length - 1
    const weight = this.#weight
    let known: Map<number, Pattern[]> | undefined
    let comparisons = MOST_COMPARISONS * (count + 1_000)
    let hash = 0
    for (let index = 0; index < window; index += 1) hash = (Math.imul(hash, BASE) + (codes[index] ?? 0)) | 0
    for (let from = 0; ; from += 1) {
      const wanted = hash === 0 ? 1 : hash
      let place = wanted & last
      while (table[place] !== 0 && table[place] !== wanted) place = (place + 1) & last
      if (table[place] === wanted) {
        known ??= byHash(patterns(), window)
        for (const pattern of known.get(wanted) ?? []) {
          const { length } = pattern.codes
          if (from + length > count) continue
          let same = 0
          if (comparisons > 0) while (same < length && codes[from + same] === pattern.codes[same]) same += 1
          else same = length
          comparisons -= same + 1
          if (same < length) continue
          report({ from, to: from + length, pattern })
          break
        }
      }
      if (from + window >= count) return
      const without = hash - Math.imul(codes[from] ?? 0, weight)
      hash = (Math.imul(without, BASE) + (codes[from + window] ?? 0)) | 0
    }
  }
}
