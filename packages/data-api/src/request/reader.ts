import { DataError } from '../errors.ts'

/** Reads a text from start to end for a parser. Positions are in UTF-16 units. */
export interface Reader {
  readonly text: string
  position: number
  /** The text at the position, or '' at the end. */
  peek(length?: number): string
  /** Skips an exact text if it is at the position. */
  take(expected: string): boolean
  /** Skips the text that a sticky expression matches at the position, and returns the match. */
  match(pattern: RegExp): RegExpExecArray | undefined
  atEnd(): boolean
  /** Throws an error that names the position and the expected text. */
  refuse(expected: string): never
}

/**
 * Creates a reader.
 * @param what name of the text for messages: `filter`, `select parameter`
 */
export function createReader(text: string, what: string): Reader {
  return {
    text,
    position: 0,
    peek(length = 1) {
      return text.slice(this.position, this.position + length)
    },
    take(expected) {
      if (!text.startsWith(expected, this.position)) return false
      this.position += expected.length
      return true
    },
    match(pattern) {
      pattern.lastIndex = this.position
      const found = pattern.exec(text)
      if (found === null) return undefined
      this.position = pattern.lastIndex
      return found
    },
    atEnd() {
      return this.position >= text.length
    },
    refuse(expected) {
      const found = this.atEnd() ? 'end of input' : JSON.stringify(this.peek())
      const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text
      throw new DataError(
        400,
        'PGRST100',
        `"failed to parse ${what} (${shown})" (line 1, column ${this.position + 1})`,
        { details: `unexpected ${found} expecting ${expected}` },
      )
    },
  }
}

const quotedPattern = /"((?:[^"\\]|\\.)*)"/sy

/** Reads a text in double quotes, in which a backslash escapes a quote or backslash. */
export function readQuoted(reader: Reader): string | undefined {
  const found = reader.match(quotedPattern)
  return found?.[1]?.replace(/\\(.)/gs, '$1')
}

/** Letters, digits, blanks, `_` and `$`, and dashes between them unless a dash starts an arrow. */
const namePattern = /[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy

/** Reads the name of a column, relation or alias. Names with other characters need double quotes. */
export function readName(reader: Reader, expected = 'field name (* or [a..z0..9_$])'): string {
  const quoted = readQuoted(reader)
  if (quoted !== undefined) return quoted
  const found = reader.match(namePattern)?.[0].trim()
  if (found === undefined || found === '') return reader.refuse(expected)
  return found
}

/** One step of a path into JSON. */
interface JsonStep {
  key: string | number
  /** `->>`: the value as text. */
  text: boolean
}

const indexPattern = /-?\d+(?=$|->|::|[.,) ])/y
const keyPattern = /[^("\-:.,>)]+(?:-(?!>)[^("\-:.,>)]+)*/y

/** Reads steps such as `->a->>b` or `->0`. */
function readJsonPath(reader: Reader): JsonStep[] {
  const steps: JsonStep[] = []
  while (reader.peek(2) === '->') {
    const text = reader.take('->>')
    if (!text) reader.take('->')
    const index = reader.match(indexPattern)?.[0]
    if (index !== undefined) {
      steps.push({ key: Number(index), text })
      continue
    }
    const key = readQuoted(reader) ?? reader.match(keyPattern)?.[0]
    if (key === undefined) return reader.refuse('a key or an index of the JSON value')
    steps.push({ key, text })
  }
  return steps
}

/** A column with a path into it. */
export interface Field {
  name: string
  path: readonly JsonStep[]
}

export function readField(reader: Reader): Field {
  return { name: readName(reader), path: readJsonPath(reader) }
}
