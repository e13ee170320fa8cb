import { type ChosenTimeRange, endsNow, resolveTimeRange, type Stretch, timeZone } from '@binnacle/ui'

/** Resolves a range at an instant, given in milliseconds since 1970. */
export function stretchAt(range: ChosenTimeRange, now: number): Stretch {
  // The codec already validated a range from the address, and no other range can be invalid.
  return resolveTimeRange(range, now, timeZone()) ?? { from: now, to: now }
}

/** Returns both ends for the server. An end that is now is omitted, so that the server's clock decides. */
export function endsOf(range: ChosenTimeRange): { from: string; to: string | undefined } {
  const { from, to } = stretchAt(range, Date.now())
  return {
    from: new Date(from).toISOString(),
    to: endsNow(range) ? undefined : new Date(to).toISOString(),
  }
}
