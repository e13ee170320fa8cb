import { hash } from 'node:crypto'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { isRecord, type Json } from '@binnacle/plugin-kit/core'

/** Levels of nesting. PostgreSQL and the call stack allow more, no source needs as many. */
const MOST_LEVELS = 200
/** Characters of the text of a document. A larger one is a mistake of its source. */
const MOST_CHARACTERS = 32 * 2 ** 20

/** A document in its normal form. Documents that mean the same have the same text. */
export interface NormalDocument {
  /** JSON without spaces, keys in order, null fields left out. */
  text: string
  /** What the text says. It may share parts with what it was made of, so nobody changes it. */
  value: Json
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

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Whether JavaScript writes the normal form of a value as it is. Texts are looked at when it is written. */
function isNormal(value: unknown, level: number): value is Json {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || level > MOST_LEVELS) return false
  if (Array.isArray(value)) {
    for (const element of value) if (!isNormal(element, level + 1)) return false
    return true
  }
  if (!isRecord(value) || !isPlain(value)) return false
  let before = ''
  for (const key of Object.keys(value)) {
    const inner = value[key]
    if (key < before || inner === null || !isNormal(inner, level + 1)) return false
    before = key
  }
  return true
}

/** Keys that stand first in every object, and the one that is no plain field of it. */
const specialKey = /^(?:\d+|__proto__)$/u

/** A copy of a value in its normal form. Undefined where it has to be written part by part. */
function inOrder(value: unknown, level: number): Json | undefined {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (level > MOST_LEVELS) return undefined
  if (Array.isArray(value)) {
    const list: Json[] = []
    for (const element of value) {
      const inner = inOrder(element, level + 1)
      if (inner === undefined) return undefined
      list.push(inner)
    }
    return list
  }
  if (!isRecord(value) || !isPlain(value)) return undefined
  const ordered: Record<string, Json> = {}
  for (const key of keysInOrder(value)) {
    const inner = value[key]
    if (inner === null || inner === undefined) continue
    const copy = specialKey.test(key) ? undefined : inOrder(inner, level + 1)
    if (copy === undefined) return undefined
    ordered[key] = copy
  }
  return ordered
}

/** A null character, or half of one, as JavaScript writes it. */
function hasUnstorable(text: string): boolean {
  return text.includes('\\u0000') || text.includes('\\ud')
}

/** The normal form as JavaScript writes it at once, in half the time and with little garbage. Undefined where it cannot. */
function writeAtOnce(value: unknown): { text: string; value: Json } | undefined {
  const ordered = isNormal(value, 0) ? value : inOrder(value, 0)
  if (ordered === undefined) return undefined
  const text = JSON.stringify(ordered)
  return text.length > MOST_CHARACTERS || hasUnstorable(text) ? undefined : { text, value: ordered }
}

function writeInParts(value: unknown): { text: string; value: Json } {
  const text = write(value, 0)
  return { text, value: JSON.parse(text) }
}

/** Brings a value into its normal form. Null fields go, as sources write them or leave them out without meaning. */
export function normalize(value: unknown): Result<NormalDocument, string> {
  try {
    const written = writeAtOnce(value) ?? writeInParts(value)
    return succeed({ ...written, hash: hash('sha256', written.text, 'buffer') })
  } catch (error) {
    if (error instanceof Unstorable) return fail(error.message)
    throw error
  }
}

/** A text column as PostgreSQL can store it. */
export function storableText<Text extends string | undefined>(text: Text): Text | string {
  return text === undefined ? text : cleanText(text)
}
