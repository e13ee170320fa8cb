/** Exit code of the product after a defect, such as an error that a library throws outside of our promises. */
export const CRASHED = 70

/** Name of the variable by which the product knows that it is started again after a crash. */
export const SUPERVISED_VARIABLE = 'BINNACLE_SUPERVISED'

/** A life that is shorter counts as one more crash in a row. */
const STEADY_MILLISECONDS = 10_000
const LONGEST_PAUSE_SECONDS = 30

/** Whether the product ended by a defect or was killed, and not by its own decision. */
export function hasCrashed(code: number | null, signal: NodeJS.Signals | null): boolean {
  // A shell between gives signals as codes above 128.
  return signal !== null || code === CRASHED || (code ?? 0) > 128
}

/** Tells how long to wait before the product is started again: not at all, but for crashes that follow one another soon. */
export function createPauses(): (lifeMilliseconds: number) => number {
  let soon = 0
  return (life) => {
    soon = life < STEADY_MILLISECONDS ? soon + 1 : 0
    // The first crash may come soon after a start.
    return Math.min(Math.max(0, soon - 1), LONGEST_PAUSE_SECONDS) * 1_000
  }
}
