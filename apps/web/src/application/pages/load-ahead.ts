/** Milliseconds after which code is loaded ahead even where the browser is never idle. */
const LATEST = 5_000

/**
 * Loads code that someone is likely to need next, once the browser has nothing else to do: what is pressed opens at once,
 * also when the server is away by then. A failure is told where the code is needed.
 * @returns gives it up
 */
export function loadAhead(loads: readonly (() => Promise<unknown>)[]): () => void {
  const load = () => {
    for (const one of loads) one().catch(() => undefined)
  }
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(load, LATEST)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(load, { timeout: LATEST })
  return () => cancelIdleCallback(request)
}
