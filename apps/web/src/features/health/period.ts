import {
  type ChosenTimeRange,
  endsNow,
  resolveTimeRange,
  simpleName,
  type Stretch,
  timeZone,
} from '@binnacle/ui'

/** Resolves a range at an instant, given in milliseconds since 1970. */
export function stretchAt(range: ChosenTimeRange, now: number): Stretch {
  // The codec already validated a range from the address, and no other range can be invalid.
  return resolveTimeRange(range, now, timeZone()) ?? { from: now, to: now }
}

/** Returns the name of a range, to follow the name of a figure. */
export function windowWords(range: ChosenTimeRange): string {
  return range.type === 'absolute' ? 'chosen time' : (simpleName(range) ?? range.display)
}

/** Returns both ends for the server. An end that is now is omitted, so that the server's clock decides. */
export function endsOf(range: ChosenTimeRange): { from: string; to: string | undefined } {
  const { from, to } = stretchAt(range, Date.now())
  return {
    from: new Date(from).toISOString(),
    to: endsNow(range) ? undefined : new Date(to).toISOString(),
  }
}

/**
 * Returns a range for the request of a list: by name if it has one, so that the same list has the same request URL a
 * minute later.
 */
export function periodOf(range: ChosenTimeRange): { timeRange: string } | ReturnType<typeof endsOf> {
  const name = simpleName(range)
  return name === undefined ? endsOf(range) : { timeRange: name }
}
