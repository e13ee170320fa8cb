/** What a YAML text may hold. Each limit keeps one way closed in which a small text costs much time. */
export const yamlLimits = {
  /** Maps and lists within each other. The parser calls itself for each. */
  levels: 100,
  /** Anchors and aliases of one document together. The library compares each alias with all of them. */
  anchors: 2_000,
  /** Values that aliases stand for, counted each time, which is how `*a` in `*b` in `*c` multiplies. */
  aliasedValues: 100_000,
  /** Values and keys of one document. */
  values: 100_000,
  /** Keys of one map, which are slow to hand from one thread to the other when there are many. */
  keys: 10_000,
  /** Documents of one text. */
  documents: 1_000,
  /** Errors that are reported; the others say no more. */
  problems: 100,
} as const

/** What is wrong with a YAML text. */
export interface YamlProblem {
  message: string
  /** From 1. */
  line: number
  /** In characters, from 1. */
  column: number
}

/** Ends the reading of a text that passes a limit. */
export class YamlLimitError extends Error {
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.name = 'YamlLimitError'
    this.offset = offset
  }
}
