import { createHash } from 'node:crypto'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { isRecord } from '@binnacle/plugin-kit/core'

/** Levels of nesting. PostgreSQL and the call stack allow more, no source needs as many. */
const MOST_LEVELS = 200
/** Characters of the text of a document. A larger one is a mistake of its source. */
const MOST_CHARACTERS = 32 * 2 ** 20

/** A document in its normal form. Documents that mean the same have the same text. */
export interface NormalDocument {
  /** JSON without spaces, keys in order, null fields left out. */
  text: string
  /** Of the text. */
  hash: Buffer
}

/** What makes a document impossible to store. */
class Unstorable extends Error {}

/** A text as PostgreSQL can store it: it refuses null characters and halves of characters. */
function cleanText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '\uFFFD') : whole
}

function quote(text: string): string {
  return JSON.stringify(cleanText(text))
}

function keysInOrder(record: object): string[] {
  const keys = Object.keys(record)
  for (let place = 1; place < keys.length; place += 1)
    if ((keys[place - 1] ?? '') > (keys[place] ?? '')) return keys.sort()
  return keys
}

function write(value: unknown, level: number): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Unstorable('has a number that is too large to be stored')
    return JSON.stringify(value)
  }
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (level > MOST_LEVELS) throw new Unstorable(`is nested more than ${MOST_LEVELS} levels deep`)
  let text = ''
  if (Array.isArray(value)) {
    for (const element of value) text += `${text === '' ? '' : ','}${write(element, level + 1)}`
    return `[${text}]`
  }
  if (!isRecord(value)) return 'null'
  for (const key of keysInOrder(value)) {
    const inner = value[key]
    if (inner === null || inner === undefined) continue
    text += `${text === '' ? '' : ','}${quote(key)}:${write(inner, level + 1)}`
  }
  if (text.length > MOST_CHARACTERS)
    throw new Unstorable('is too large: it has more than 32 million characters')
  return `{${text}}`
}

/** Brings a value into its normal form. Null fields go, as sources write them or leave them out without meaning. */
export function normalize(value: unknown): Result<NormalDocument, string> {
  try {
    const text = write(value, 0)
    return succeed({ text, hash: createHash('sha256').update(text).digest() })
  } catch (error) {
    if (error instanceof Unstorable) return fail(error.message)
    throw error
  }
}

/** A text column as PostgreSQL can store it. */
export function storableText<Text extends string | undefined>(text: Text): Text | string {
  return text === undefined ? text : cleanText(text)
}
