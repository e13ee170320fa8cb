import type { Json } from '@binnacle/plugin-kit/core'
import { isJsonArray, isJsonRecord, pointerPart } from '../documents/json-patch.ts'

/** Values of a document that are compared. Of a longer one the first. */
const MOST_VALUES = 2_000

function* valuesOf(value: Json, path: string): Generator<string> {
  if (isJsonArray(value)) {
    for (const [place, inner] of value.entries()) yield* valuesOf(inner, `${path}/${place}`)
  } else if (isJsonRecord(value)) {
    for (const [key, inner] of Object.entries(value)) yield* valuesOf(inner, path + pointerPart(key))
  } else yield `${path} ${JSON.stringify(value)}`
}

function setOf(document: Json): ReadonlySet<string> {
  const values = new Set<string>()
  for (const value of valuesOf(document, '')) {
    if (values.size >= MOST_VALUES) break
    values.add(value)
  }
  return values
}

/** The part of the values of two documents that are equal at equal paths, of those of the larger one: from 0 to 1. */
export function likeness(one: Json, other: Json): number {
  const [left, right] = [setOf(one), setOf(other)]
  const most = Math.max(left.size, right.size)
  return most === 0 ? 0 : [...left].filter((value) => right.has(value)).length / most
}
