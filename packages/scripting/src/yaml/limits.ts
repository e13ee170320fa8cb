/** Limits of a YAML text. Each one prevents a way in which a small text costs much time. */
export const yamlLimits = {
  /** Nested maps and lists. The parser is recursive. */
  levels: 100,
  /** Anchors and aliases of one document together. The library compares each alias with all of them. */
  anchors: 2_000,
  /** Values that aliases stand for, counted at each use: `*a` in `*b` in `*c` multiplies. */
  aliasedValues: 100_000,
  /** Values and keys of one document. */
  values: 100_000,
  /** Keys of one map. Passing many to another thread is slow. */
  keys: 10_000,
  /** Documents of one text. */
  documents: 1_000,
  /** Reported errors. Further ones add nothing. */
  problems: 100,
} as const

/** An error in a YAML text. */
export interface YamlProblem {
  message: string
  /** From 1. */
  line: number
  /** In characters, from 1. */
  column: number
}

/** Thrown when a text exceeds a limit. */
export class YamlLimitError extends Error {
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.name = 'YamlLimitError'
    this.offset = offset
  }
}
