/** Where the present comes from. Stories and tests pass one that stands still. */
export interface Clock {
  /** Milliseconds since 1970. */
  now: () => number
}

/** The clock of the machine. */
export const systemClock: Clock = {
  // This is the clock that everything else takes the time from.
  // oxlint-disable-next-line no-restricted-properties
  now: () => Date.now(),
}
