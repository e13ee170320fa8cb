/** What is told to stop has this long. */
export const ABORT_MILLISECONDS = 100
/** Long enough to be under way; how long does not matter to what is measured. */
const UNDER_WAY_MILLISECONDS = 150

async function stopOnce(run: (signal: AbortSignal) => Promise<void>): Promise<number> {
  const abort = new AbortController()
  const running = run(abort.signal)
  await new Promise((resolve) => setTimeout(resolve, UNDER_WAY_MILLISECONDS))
  const told = performance.now()
  abort.abort(Object.assign(new Error('over'), { name: 'TimeoutError' }))
  await running
  return performance.now() - told
}

/**
 * How long something takes to end after it was told to, in milliseconds. A busy machine only adds to the time, so the
 * shortest of a few is that of what is measured.
 * @param run starts it; over when it has ended
 */
export async function shortestStop(run: (signal: AbortSignal) => Promise<void>): Promise<number> {
  let shortest = await stopOnce(run)
  for (let again = 0; again < 4 && shortest >= ABORT_MILLISECONDS; again += 1)
    shortest = Math.min(shortest, await stopOnce(run))
  return shortest
}
