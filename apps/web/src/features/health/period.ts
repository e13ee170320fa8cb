import {
  type ChosenTimeRange,
  endsNow,
  resolveTimeRange,
  simpleName,
  type Stretch,
  timeZone,
} from '@binnacle/ui'

/** What a range stands for at an instant, given in milliseconds since 1970. */
export function stretchAt(range: ChosenTimeRange, now: number): Stretch {
  // The codec already validated a range from the address, and no other range can be invalid.
  return resolveTimeRange(range, now, timeZone()) ?? { from: now, to: now }
}

/** The window of a figure, in words that stand behind its name. */
export function windowWords(range: ChosenTimeRange): string {
  return range.type === 'absolute' ? 'chosen time' : (simpleName(range) ?? range.display)
}

/** Both ends as the server takes them; one that is now is left to the server's clock. */
export function endsOf(range: ChosenTimeRange): { from: string; to: string | undefined } {
  const { from, to } = stretchAt(range, Date.now())
  return {
    from: new Date(from).toISOString(),
    to: endsNow(range) ? undefined : new Date(to).toISOString(),
  }
}

/** A range for a list: by its name where it has one, so that the same list has the same address a minute later. */
export function periodOf(range: ChosenTimeRange): { timeRange: string } | ReturnType<typeof endsOf> {
  const name = simpleName(range)
  return name === undefined ? endsOf(range) : { timeRange: name }
}
