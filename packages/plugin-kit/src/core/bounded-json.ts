import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { Json } from './json.ts'

/** Recursive code that gets the value would overflow its stack on deeper nesting. */
const MOST_LEVELS = 1_000
/**
 * Most work to parse a text: 1 for each value, 4 more for a key. Parsing as many different keys takes less than 50 ms of
 * processor time.
 */
const MOST_WORK = 400_000

const QUOTE = 34
const COMMA = 44
const COLON = 58
const BACKSLASH = 92
const OPENING: ReadonlySet<number> = new Set([91, 123])
const CLOSING: ReadonlySet<number> = new Set([93, 125])

/** Why a text was not parsed. */
export interface JsonFailure {
  /** False if the text is not JSON; undefined if it is too large to find out. */
  isJson: false | undefined
  /** The end of a sentence such as "the answer" `has more than 1000 levels of lists and objects`. */
  message: string
}

/** Why a text would take too long to parse; undefined if it would not. Scans it once without allocating. */
function excess(text: string, mostWork: number): string | undefined {
  let work = 1
  let levels = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) {
      for (index += 1; index < text.length; index += 1) {
        const inner = text.charCodeAt(index)
        if (inner === QUOTE) break
        if (inner === BACKSLASH) index += 1
      }
    } else if (code === COMMA) work += 1
    else if (code === COLON) work += 4
    else if (OPENING.has(code)) {
      work += 1
      levels += 1
      if (levels > MOST_LEVELS) return `has more than ${MOST_LEVELS} levels of lists and objects`
    } else if (CLOSING.has(code)) levels -= 1
    if (work > mostWork) return `has more values than are read (${mostWork}, a key counting as four)`
  }
  return undefined
}

/**
 * Parses JSON of a target or a user in this thread, unless that would take long.
 * @param mostWork 1 for each value, 4 more for a key; more than usual for a thread that holds up nobody
 */
export function parseBoundedJson(text: string, mostWork = MOST_WORK): Result<Json, JsonFailure> {
  const reason = excess(text, mostWork)
  if (reason !== undefined) return fail({ isJson: undefined, message: reason })
  try {
    const value: Json = JSON.parse(text)
    return succeed(value)
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return fail({ isJson: false, message: `is not JSON: ${words}` })
  }
}
