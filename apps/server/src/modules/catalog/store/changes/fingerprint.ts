import { createHash } from 'node:crypto'
import type { Json } from '@binnacle/plugin-kit/core'
import { isJsonArray, isJsonRecord } from '../documents/json-patch.ts'

/** What differs between changes that are alike. Source: reference, the fingerprint of changes. */
const variable: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/giu, '<uuid>'],
  [/\b\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:?\d{2})?/gu, '<time>'],
  [/\b[0-9a-f]{64}\b/giu, '<hash>'],
  [/\b[0-9a-f]{16}\b/giu, '<id>'],
  [/^\d+$/u, '<number>'],
]

/** Durations such as 1h2.5s, with the letters behind one, which make it none: so each character is read once. */
const durations = /\b(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+(\w*)/gu

function template(value: Json): string {
  if (typeof value === 'number') return '0'
  if (typeof value !== 'string') return JSON.stringify(value)
  const withoutDurations = (text: string) =>
    text.replace(durations, (whole, behind: string) => (behind === '' ? '<duration>' : whole))
  return variable.reduce((text, [pattern, name]) => text.replace(pattern, name), withoutDurations(value))
}

function* flatten(value: Json, path: string): Generator<string> {
  if (isJsonArray(value)) for (const inner of value) yield* flatten(inner, `${path}[]`)
  else if (isJsonRecord(value))
    for (const [key, inner] of Object.entries(value)) yield* flatten(inner, `${path}.${key}`)
  else yield `${path}=${template(value)}`
}

/** Digest of what changes of one kind have in common. Changes of an item that are near in time and have the same are one group. */
export function fingerprint(changeType: string, content: Json): Buffer {
  const lines = [...flatten(content, '')].sort()
  return createHash('sha256')
    .update(JSON.stringify([changeType, lines]))
    .digest()
    .subarray(0, 16)
}
