/** Milliseconds that are long enough to compare. */
const ENOUGH = 4
const SHORTEST = 500
const LONGEST = 1_000_000
const TRIES = 8

/** The processor time of the quicker of two runs: the first compiles, and a clock would count what other programs do. */
function timeOf(work: () => unknown): number {
  const times = [0, 0].map(() => {
    const started = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(started)
    return (user + system) / 1_000
  })
  return Math.min(...times)
}

/**
 * How the time of some work grows with its text, for tests that it is linear: the time for four times the text, as a
 * multiple. It is 4 for linear work and 16 for quadratic. Both lengths are measured in turn, and the least of several tries
 * counts, so that a busy machine doesn't matter.
 * @param textOf makes a text of about so many characters
 * @param longest most characters that are tried; work that is quick even then counts as linear
 */
export function growthOf(
  textOf: (length: number) => string,
  work: (text: string) => unknown,
  longest = LONGEST,
): number {
  let length = SHORTEST
  let text = textOf(length)
  while (length < longest / 4 && timeOf(() => work(text)) < ENOUGH) {
    length *= 2
    text = textOf(length)
  }
  const four = textOf(4 * length)
  let least = Number.POSITIVE_INFINITY
  let [shortTime, longTime] = [least, least]
  for (let tries = 0; tries < TRIES && least > MOST_GROWTH; tries += 1) {
    shortTime = Math.min(
      shortTime,
      timeOf(() => work(text)),
    )
    longTime = Math.min(
      longTime,
      timeOf(() => work(four)),
    )
    // What takes no time has no growth that could be measured.
    least = longTime < 2 * ENOUGH ? 1 : longTime / Math.max(shortTime, 1)
  }
  return least
}

/** Most growth of work that counts as linear: 2.5 for each doubling, and some for a machine that does other things. */
export const MOST_GROWTH = 7.5
