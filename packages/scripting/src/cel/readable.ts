import { isRecord } from '../values.ts'

// The library asks a value for its constructor to learn what it is. An object with a key of that name is nothing to it,
// while a Map with that key is a map.

/** The objects and lists in whose place the library got others. */
const originals = new WeakMap<object, object>()

/** The value that came in place of another one for the library, or the value itself. */
export function originalOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (originals.get(value) ?? value) : value
}

function readable(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items: unknown[] = value.map(readable)
    if (items.every((item, index) => item === value[index])) return value
    originals.set(items, value)
    return items
  }
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([key, item]) => [key, readable(item)] as const)
  if (!Object.hasOwn(value, 'constructor') && entries.every(([key, item]) => item === value[key]))
    return value
  const map = new Map(entries)
  originals.set(map, value)
  return map
}

/**
 * Puts maps in place of objects that the library cannot read.
 * @returns undefined if it can read all of them
 */
export function readableVariables(
  variables: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  const entries = Object.entries(variables).map(([name, value]) => [name, readable(value)] as const)
  if (entries.every(([name, value]) => value === variables[name])) return undefined
  return Object.assign(Object.create(null), Object.fromEntries(entries))
}
