/** Something to search for. */
export interface Pattern {
  codes: Uint16Array
  /** What it was made from. */
  text: string
  /** Where the significant part of `text` begins and ends, once that is known. */
  edges?: readonly [number, number]
}

/** Where a pattern was found: the first code, and the one after the last. */
export interface Found {
  from: number
  to: number
  pattern: Pattern
}

/** A prime, as the base of the hash of a window. */
const BASE = 16_777_619
/** Comparisons of single codes for each code of a text; a text that costs more was made to cost more. */
const MOST_COMPARISONS = 16
/** Places in the table of hashes for each pattern. */
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
 * Finds any of many patterns in one pass (Rabin and Karp): the hash of a window moves along the text, and a pattern is
 * compared only where its beginning has that hash. Only the hashes are kept, as most texts have none of them. A text in
 * which comparing costs too much has the patterns taken for found, so that time stays linear and nothing is missed.
 */
export class WindowIndex {
  readonly #window: number
  readonly #table: Int32Array
  /** What the first code of a window weighs in its hash. */
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
   * @param patterns those that the index was made from
   * @param report gets what was found, by where it begins; of several that begin at one place the longest
   */
  search(codes: Uint16Array, patterns: () => readonly Pattern[], report: (found: Found) => void): void {
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
