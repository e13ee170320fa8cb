/** How often something may be tried. Times are in milliseconds. */
export interface GuessPolicy {
  window: number
  /** So many guesses get through in any window. */
  most: number
  /** So many need no waiting; from then on each takes twice the time of the one before. */
  free: number
  firstDelay: number
  /** No wait is longer. Undefined: waits double without end. */
  longestDelay?: number
}

const MINUTE = 60_000

/** Passwords of one account: at most ten guesses in fifteen minutes. */
export const accountGuesses: GuessPolicy = { window: 15 * MINUTE, most: 10, free: 5, firstDelay: 2_000 }
/** Codes of a second factor: there are few, three are right at a time, and who guesses has the password already. */
export const secondFactorGuesses: GuessPolicy = { window: 60 * MINUTE, most: 6, free: 3, firstDelay: 5_000 }
/** Wrong passwords from one address, whatever account they are for; offices share one. */
export const addressGuesses: GuessPolicy = { window: 15 * MINUTE, most: 60, free: 60, firstDelay: 0 }
/**
 * Codes that are emailed to one address for one purpose: five at once, then one every ten minutes. A code is valid for
 * longer than that, so there always is one that the owner of the address can use.
 */
export const mailsToAccount: GuessPolicy = {
  window: 60 * MINUTE,
  most: 11,
  free: 5,
  firstDelay: 10 * MINUTE,
  longestDelay: 10 * MINUTE,
}
/** Codes that are mailed at the wish of one network address. */
export const mailsFromAddress: GuessPolicy = { window: 60 * MINUTE, most: 30, free: 30, firstDelay: 0 }

/** How many flows there may be. */
export const FLOW_LIMITS = {
  /** Flows that one network address may create in the window; offices share one address. */
  perRequester: 300,
  window: 5 * MINUTE,
  /** Flows of strangers, from everywhere. Beyond that the oldest that nobody submitted go. */
  anonymous: 10_000,
} as const

/** Wrong tries that a mailed code stands. */
export const CODE_ATTEMPTS = 5

/**
 * Judges one more guess by those before it.
 * @param past times of guesses that got through, in any order
 * @returns undefined when it may get through, else the first time at which one may
 */
export function judgeGuess(past: readonly Date[], now: Date, policy: GuessPolicy): Date | undefined {
  const present = now.getTime()
  // A guess of a process whose clock is ahead, or from before a clock was set back, happened just now.
  const times = past
    .map((time) => Math.min(time.getTime(), present))
    .filter((time) => time > present - policy.window)
    .toSorted((a, b) => a - b)
  const oldest = times[times.length - policy.most]
  if (oldest !== undefined) return new Date(oldest + policy.window)
  const last = times.at(-1)
  if (last === undefined || times.length < policy.free || policy.firstDelay === 0) return undefined
  const delay = policy.firstDelay * 2 ** (times.length - policy.free)
  const free = last + Math.min(delay, policy.longestDelay ?? delay)
  return free > present ? new Date(free) : undefined
}
