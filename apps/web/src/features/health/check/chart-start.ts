/** Empty share of the range above which the page reports a late start. */
const WORTH_A_WORD = 0.25

/** Minimum length of a chart in milliseconds, so that the labels of its time axis differ. */
const SHORTEST = 5 * 60_000

/** Returns the range from the first result on, but at least the minimum length. */
export function startingAt(start: Date, { to }: { to: number }): { from: number; to: number } {
  return { from: Math.min(start.getTime(), to - SHORTEST), to }
}

/**
 * Returns when the results of a chart begin if much of its range before that is empty: the check is younger than the
 * range, or older results have been deleted.
 * @param times of the points in milliseconds, ascending
 * @returns undefined if the chart is full or empty
 */
export function lateStart(
  times: readonly number[],
  { from, to }: { from: number; to: number },
): Date | undefined {
  const [first] = times
  return first !== undefined && first - from > (to - from) * WORTH_A_WORD ? new Date(first) : undefined
}
