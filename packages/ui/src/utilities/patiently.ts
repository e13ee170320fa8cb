/** Milliseconds until code that could not be loaded is asked for again. */
const AGAIN = 5_000

/**
 * Loads code that a page can do without for a while. A failure breaks nothing: what waits goes on waiting, and the code
 * is asked for again.
 */
export async function patiently<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN))
    }
  }
}
