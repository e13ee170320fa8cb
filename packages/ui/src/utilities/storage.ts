/** Reads what this browser remembers under a key; undefined when nothing is stored or storage is forbidden. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Remembers a text in this browser. Where storage is forbidden the choice lasts until the page is left. */
export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Private windows may forbid storage; a preference that is not kept is no reason to fail.
  }
}
