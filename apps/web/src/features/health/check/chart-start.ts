/** Share of the range that is empty before it is worth a word. */
const WORTH_A_WORD = 0.25

/** Milliseconds that a chart shows at least, so that the labels of its time differ. */
const SHORTEST = 5 * 60_000

/** A range that begins with the first result, however short ago that was. */
export function startingAt(start: Date, { to }: { to: number }): { from: number; to: number } {
  return { from: Math.min(start.getTime(), to - SHORTEST), to }
}

/**
 * When the results of a chart begin, where that leaves much of its range empty: the check is younger than the range, or
 * results that old are not kept any more.
 * @param times of the points in milliseconds, ascending
 * @returns undefined when the chart is full, or empty
 */
export function lateStart(
  times: readonly number[],
  { from, to }: { from: number; to: number },
): Date | undefined {
  const [first] = times
  return first !== undefined && first - from > (to - from) * WORTH_A_WORD ? new Date(first) : undefined
}
