import { isRecord } from './values.ts'

/** Characters that weigh as much as one value. */
const CHARACTERS_PER_VALUE = 16

/** Weights of lists and objects that were looked at: all scripts of a run see the same ones. */
const known = new WeakMap<object, number>()

/**
 * How much of a value there is: its numbers, texts, lists and objects, with long texts counting for more.
 * @param most where to stop looking
 * @returns the weight; `Infinity` if it is more than `most`
 */
export function weightOf(value: unknown, most: number): number {
  if (typeof value === 'string') return bounded(1 + value.length / CHARACTERS_PER_VALUE, most)
  if (typeof value !== 'object' || value === null) return 1
  const before = known.get(value)
  if (before !== undefined) return bounded(before, most)
  const weight = weigh(value, most)
  // What is heavier than this script may see is at least so heavy for the next one.
  known.set(value, Number.isFinite(weight) ? weight : most + 1)
  return weight
}

function bounded(weight: number, most: number): number {
  return weight > most ? Number.POSITIVE_INFINITY : weight
}

/** Goes through everything without calling itself, as data may be nested deep. */
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
