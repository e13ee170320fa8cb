/** What is told to stop has this long. */
export const ABORT_MILLISECONDS = 100
/** What does not stop in time is tried again for this long: other work of the machine holds up each try by chance. */
const PATIENCE_MILLISECONDS = 20_000
/** Long enough to be under way; how long does not matter to what is measured. */
const UNDER_WAY_MILLISECONDS = 150

async function stopOnce(run: (signal: AbortSignal) => Promise<void>): Promise<number> {
  const abort = new AbortController()
  const running = run(abort.signal)
  await new Promise((resolve) => setTimeout(resolve, UNDER_WAY_MILLISECONDS))
  const abortedAt = performance.now()
  abort.abort(Object.assign(new Error('over'), { name: 'TimeoutError' }))
  await running
  return performance.now() - abortedAt
}

/**
 * How long something takes to end after it was told to, in milliseconds. A busy machine only adds to the time, so the
 * shortest of some is that of what is measured.
 * @param run starts it; over when it has ended
 */
export async function shortestStop(run: (signal: AbortSignal) => Promise<void>): Promise<number> {
  const giveUp = performance.now() + PATIENCE_MILLISECONDS
  let shortest = await stopOnce(run)
  while (shortest >= ABORT_MILLISECONDS && performance.now() < giveUp)
    shortest = Math.min(shortest, await stopOnce(run))
  return shortest
}
