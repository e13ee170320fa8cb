/** Source of the current time. Stories and tests pass one that stands still. */
export interface Clock {
  /** Milliseconds since 1970. */
  now: () => number
}

/** The system clock. */
export const systemClock: Clock = {
  // All other code reads the time from this clock.
  // oxlint-disable-next-line no-restricted-properties
  now: () => Date.now(),
}
