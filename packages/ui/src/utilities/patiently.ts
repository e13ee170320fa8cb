/** Milliseconds before a failed load is tried again. */
const AGAIN = 5_000

/** Loads code that a page does not need at once. Retries until it succeeds, so a failure only delays the feature. */
export async function patiently<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN))
    }
  }
}
