/** Milliseconds after which code loads even if the browser is never idle. */
const LATEST = 5_000

/**
 * Loads code that the person probably needs next, once the browser is idle. It then opens at once, even if the server
 * is down by then. A failure is reported where the code is needed.
 * @returns cancels the load
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
