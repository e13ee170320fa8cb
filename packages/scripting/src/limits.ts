/** What one evaluation may use. Passing any of them ends it with an error. */
export interface Limits {
  /** Processor time, so that a script does not fail because the machine has other work. */
  timeoutMilliseconds: number
  /** Bytes that values may take while the script runs, as far as the language lets us count. */
  memoryBytes: number
  /** Actions, calls and repetitions of a template; calls of functions of the others. */
  steps: number
  /** Length of the text that comes out, and of the value as JSON. */
  outputCharacters: number
  /** How deep templates, lists and objects may be nested. */
  depth: number
  /** Length of the script. */
  sourceCharacters: number
}

export const defaultLimits: Limits = {
  timeoutMilliseconds: 500,
  memoryBytes: 32 * 1_024 * 1_024,
  steps: 1_000_000,
  outputCharacters: 1_000_000,
  depth: 100,
  sourceCharacters: 65_536,
}
