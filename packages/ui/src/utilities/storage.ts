/** Reads a text from local storage; undefined if missing or if storage is forbidden. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a text in this browser. If storage is forbidden, the choice lasts until the person leaves the page. */
export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Private windows may forbid storage, and losing a preference is no failure.
  }
}
