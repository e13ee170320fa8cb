/** Limits of one evaluation. Exceeding one ends it with an error. */
export interface Limits {
  /** Processor time, so that a busy machine fails no script. */
  timeoutMilliseconds: number
  /** Bytes that values may take while the script runs, as far as the language allows counting. */
  memoryBytes: number
  /** Actions, calls and iterations of a template. In the other languages, function calls. */
  steps: number
  /** Characters of the printed text, and of the value as JSON. */
  outputCharacters: number
  /** Most nesting levels of templates, lists and objects. */
  depth: number
  /** Characters of the script. */
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
