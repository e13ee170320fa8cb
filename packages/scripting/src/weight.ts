import { isRecord } from './values.ts'

/** Characters with the weight of one value. */
const CHARACTERS_PER_VALUE = 16

/** Cached weights of lists and objects, because all scripts of a run get the same ones. */
const known = new WeakMap<object, number>()

/**
 * Measures the size of a value: the number of its numbers, texts, lists and objects. Long texts weigh more.
 * @param most stops here
 * @returns the weight; `Infinity` if it is more than `most`
 */
export function weightOf(value: unknown, most: number): number {
  if (typeof value === 'string') return bounded(1 + value.length / CHARACTERS_PER_VALUE, most)
  if (typeof value !== 'object' || value === null) return 1
  const before = known.get(value)
  if (before !== undefined) return bounded(before, most)
  const weight = weigh(value, most)
  // The exact weight above `most` is unknown, so store a lower bound.
  known.set(value, Number.isFinite(weight) ? weight : most + 1)
  return weight
}

function bounded(weight: number, most: number): number {
  return weight > most ? Number.POSITIVE_INFINITY : weight
}

/** Not recursive, because data may be nested deep. */
function weigh(root: object, most: number): number {
  let weight = 0
  const open: unknown[] = [root]
  while (open.length > 0) {
    const value = open.pop()
    weight += 1
    if (typeof value === 'string') weight += value.length / CHARACTERS_PER_VALUE
    else if (Array.isArray(value)) {
      if (weight + value.length > most) return Number.POSITIVE_INFINITY
      for (const item of value) open.push(item)
    } else if (value instanceof Uint8Array) weight += value.length / CHARACTERS_PER_VALUE
    else if (isRecord(value))
      for (const key in value) {
        weight += key.length / CHARACTERS_PER_VALUE
        if (weight + open.length > most) return Number.POSITIVE_INFINITY
        open.push(value[key])
      }
    if (weight + open.length > most) return Number.POSITIVE_INFINITY
  }
  return weight
}
