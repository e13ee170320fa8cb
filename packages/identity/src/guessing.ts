import { MINUTE } from '@binnacle/contract/core'

/** How often something may be tried. Times are in milliseconds. */
export interface GuessPolicy {
  window: number
  /** Most guesses in any window. */
  most: number
  /** Guesses without a delay. Each further delay is twice as long as the one before. */
  free: number
  firstDelay: number
  /** Longest delay. Undefined: the delay doubles without limit. */
  longestDelay?: number
}

/** Passwords of one account: at most ten guesses in fifteen minutes. */
export const accountGuesses: GuessPolicy = { window: 15 * MINUTE, most: 10, free: 5, firstDelay: 2_000 }
/** Codes of a second factor. There are few, three are valid at a time, and a guesser already has the password. */
export const secondFactorGuesses: GuessPolicy = { window: 60 * MINUTE, most: 6, free: 3, firstDelay: 5_000 }
/** Wrong passwords from one address, for any account. An office shares an address. */
export const addressGuesses: GuessPolicy = { window: 15 * MINUTE, most: 60, free: 60, firstDelay: 0 }
/**
 * Codes emailed to one address for one purpose: five at once, then one every ten minutes. A code is valid for longer,
 * so the owner of the address always has one that works.
 */
export const mailsToAccount: GuessPolicy = {
  window: 60 * MINUTE,
  most: 11,
  free: 5,
  firstDelay: 10 * MINUTE,
  longestDelay: 10 * MINUTE,
}
/** Codes emailed on request of one network address. */
export const mailsFromAddress: GuessPolicy = { window: 60 * MINUTE, most: 30, free: 30, firstDelay: 0 }

/** How many flows there may be. */
export const FLOW_LIMITS = {
  /** Most flows that one network address may create in the window. An office shares an address. */
  perRequester: 300,
  window: 5 * MINUTE,
  /** Most flows of strangers in total. Beyond that, the oldest flows that nobody submitted are removed. */
  anonymous: 10_000,
} as const

/** Most wrong tries of an emailed code. */
export const CODE_ATTEMPTS = 5

/**
 * Decides whether one more guess is allowed.
 * @param past times of allowed guesses, in any order
 * @returns undefined if allowed, otherwise the earliest time for the next guess
 */
export function admitGuess(past: readonly Date[], now: Date, policy: GuessPolicy): Date | undefined {
  const present = now.getTime()
  // A time in the future comes from a process whose clock is ahead, or from before a clock was set back. It counts as
  // now.
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
