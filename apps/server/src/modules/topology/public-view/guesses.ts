import { limitedAddress } from '@binnacle/identity'

/** Milliseconds for which wrong keys count. */
const WINDOW = 15 * 60_000
/** Wrong keys of one network address in that time. */
const MOST_WRONG = 60
/** Network addresses that are remembered. The oldest is forgotten first. */
const MOST_ADDRESSES = 10_000
/** Right keys of one address: a wall shows few views. */
const MOST_RIGHT = 200

interface Visitor {
  since: number
  wrong: Set<string>
  right: Set<string>
}

/** Counts wrong keys by network address. */
export interface KeyGuesses {
  /**
   * Whether an answer may be given to a visitor. Counts a wrong key.
   * @param attempt digest of the key together with the component
   */
  admit(address: string, attempt: string, isRight: boolean): boolean
}

/**
 * Limits how many wrong keys a network address may send. A wrong key counts once, so a screen with a withdrawn link does not
 * use up the limit. A key that was right before is always admitted, so a guesser behind the same address cannot block a
 * screen. The counts are kept in memory, by process: keys of 256 bits cannot be guessed, and the limit only saves work.
 */
export function createKeyGuesses(now: () => Date): KeyGuesses {
  const visitors = new Map<string, Visitor>()
  function visitorOf(address: string): Visitor {
    const limited = limitedAddress(address)
    const time = now().getTime()
    const known = visitors.get(limited)
    if (known !== undefined && time - known.since < WINDOW) return known
    visitors.delete(limited)
    const [oldest] = visitors.keys()
    if (visitors.size >= MOST_ADDRESSES && oldest !== undefined) visitors.delete(oldest)
    const visitor = { since: time, wrong: new Set<string>(), right: known?.right ?? new Set<string>() }
    visitors.set(limited, visitor)
    return visitor
  }
  return {
    admit(address, attempt, isRight) {
      const { wrong, right } = visitorOf(address)
      if (isRight && right.has(attempt)) return true
      if (!isRight && wrong.has(attempt)) return true
      // Right or not: a guesser must not learn which.
      if (wrong.size >= MOST_WRONG) return false
      if (!isRight) wrong.add(attempt)
      else if (right.size < MOST_RIGHT) right.add(attempt)
      return true
    },
  }
}
