import type { Language } from './script.ts'

/** Error codes of scripts with their meanings. */
export const scriptErrorCodes = {
  syntax: 'The script is not written as its language demands',
  'unknown-function': 'Nothing has that name',
  'unknown-variable': 'Nothing has that name',
  type: 'Values of kinds that do not go together',
  arguments: 'A function was called with what it does not take',
  evaluation: 'Anything else that goes wrong while a script runs',
  'script-too-long': 'The script is longer than scripts may be',
  'too-slow': 'It took longer than it may',
  'too-much-memory': 'It used more memory than it may',
  'too-many-steps': 'It did more than it may',
  'too-deep': 'It is nested, or calls itself, deeper than it may',
  'output-too-long': 'What came out is longer than it may be',
  unavailable: 'The engine could not run it: closed, overloaded, or out of workers',
} as const

export type ScriptErrorCode = keyof typeof scriptErrorCodes

/** An error of a script, for people. Contains no secrets of the environment. */
export interface ScriptError {
  code: ScriptErrorCode
  message: string
  language: Language
  /** From 1. */
  line: number
  /** In characters, from 1. */
  column: number
  /** At most 80 characters of the line around the position. */
  excerpt: string
}

/** Ends an evaluation from inside. The engine converts it to a `ScriptError`. */
export class ScriptFailure extends Error {
  readonly code: ScriptErrorCode
  /** Position in the script, in characters from 0. */
  readonly offset: number | undefined

  constructor(code: ScriptErrorCode, message: string, offset?: number) {
    super(message)
    this.name = 'ScriptFailure'
    this.code = code
    this.offset = offset
  }
}

const EXCERPT_CHARACTERS = 80
const MESSAGE_CHARACTERS = 500

/** Shortens a text for a message and marks the omission with an ellipsis. */
function shorten(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters - 1)}…`
}

/** Converts a position to line and column, from 1, and an excerpt around it. */
export function placeOf(source: string, offset: number): { line: number; column: number; excerpt: string } {
  const at = Math.max(0, Math.min(offset, source.length))
  const before = source.slice(0, at)
  const start = before.lastIndexOf('\n') + 1
  const next = source.indexOf('\n', at)
  const text = source.slice(start, next === -1 ? undefined : next)
  const column = at - start
  const from = text.length <= EXCERPT_CHARACTERS ? 0 : Math.max(0, column - EXCERPT_CHARACTERS / 2)
  return {
    line: before.split('\n').length,
    column: column + 1,
    excerpt: text.slice(from, from + EXCERPT_CHARACTERS).trim(),
  }
}

/** Converts line and column, both from 1, to an offset from 0. */
export function offsetOf(source: string, line: number, column: number): number {
  let start = 0
  for (let passed = 1; passed < line; passed += 1) {
    const end = source.indexOf('\n', start)
    if (end === -1) break
    start = end + 1
  }
  return Math.min(source.length, start + Math.max(0, column - 1))
}

/** @param redact removes secrets before texts are shortened, so that no half of a secret remains */
export function scriptError(
  script: { language: Language; source: string },
  code: ScriptErrorCode,
  message: string,
  offset = 0,
  redact: (text: string) => string = (text) => text,
): ScriptError {
  const place = placeOf(script.source, offset)
  return {
    code,
    message: shorten(redact(message), MESSAGE_CHARACTERS),
    language: script.language,
    ...place,
    excerpt: redact(place.excerpt),
  }
}

/**
 * Converts a thrown value to a failure. An exhausted stack means that the script nests too deep, because the engine's
 * own code does not recurse without limit.
 */
export function failureOf(thrown: unknown): ScriptFailure {
  if (thrown instanceof ScriptFailure) return thrown
  if (thrown instanceof RangeError && /call stack/i.test(thrown.message))
    return new ScriptFailure('too-deep', 'nested too deep')
  if (thrown instanceof RangeError && /invalid (string|array) length/i.test(thrown.message))
    return new ScriptFailure('too-much-memory', 'a value grew too large')
  return new ScriptFailure('evaluation', thrown instanceof Error ? thrown.message : String(thrown))
}
