import { UnsignedInt } from '@marcbachmann/cel-js/evaluator'
import type { Budget } from './budget.ts'
import { Duration, goDuration } from './duration.ts'
import { ScriptFailure } from './failure.ts'

/** Narrows to a plain object: one with keys, not a list, time, duration or bytes. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** A key's value, of the object's own keys only. */
export function own(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** Follows keys and indexes into a value; undefined where there is nothing. */
export function dig(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return typeof key === 'number' ? at[key] : undefined
    return own(at, String(key))
  }, value)
}

/** An object that has no prototype's keys, whatever the names: `__proto__` is a key like others. */
export function recordOf(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const [key, value] of entries)
    Object.defineProperty(record, key, { value, enumerable: true, writable: true, configurable: true })
  return record
}

/** What a value is, in the words of messages. */
export function typeName(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'bigint') return 'whole number'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'true or false'
  if (Array.isArray(value)) return 'list'
  if (value instanceof Date) return 'time'
  if (value instanceof Duration) return 'duration'
  if (value instanceof Uint8Array) return 'bytes'
  return isRecord(value) ? 'object' : typeof value
}

/**
 * A value as JSON can hold it: times as RFC 3339, durations as Go writes them, bytes as Base64, whole numbers as
 * numbers (as text beyond 2^53), anything without a form as null.
 */
export function toJson(value: unknown, budget: Budget): unknown {
  budget.step()
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'bigint')
    return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
      ? Number(value)
      : value.toString()
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? null : value.toISOString().replace('.000Z', 'Z')
  if (value instanceof Duration) return goDuration(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return budget.deeper(() => value.map((item) => toJson(item, budget)))
  if (isRecord(value))
    return budget.deeper(() =>
      recordOf(Object.entries(value).map(([key, item]) => [key, toJson(item, budget)] as const)),
    )
  return null
}

/** A value as JSON with the keys of all objects sorted, as Go writes them. */
export function sortedJson(value: unknown, budget: Budget): unknown {
  return withSortedKeys(toJson(value, budget))
}

/** The value is as deep as the budget let it be. */
function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (!isRecord(value)) return value
  return recordOf(
    Object.keys(value)
      .sort()
      .map((key) => [key, withSortedKeys(value[key])] as const),
  )
}

/** JSON text of a value; keys of objects keep their order unless sorted. */
export function jsonText(value: unknown, budget: Budget, indent?: string): string {
  const text = JSON.stringify(toJson(value, budget), undefined, indent)
  budget.allocate(text.length)
  return text
}

/** Parses JSON; what is no JSON fails with where it stops being some. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch (error) {
    throw new ScriptFailure('evaluation', `not JSON: ${error instanceof Error ? error.message : ''}`)
  }
}

/** How Go templates and `default` decide: false, zero, empty and nothing are not true. */
export function isTrue(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '') return false
  if (value === 0 || value === 0n || Number.isNaN(value)) return false
  if (Array.isArray(value) || value instanceof Uint8Array) return value.length > 0
  if (value instanceof Duration) return value.valueOf() !== 0
  if (isRecord(value)) return Object.keys(value).length > 0
  return true
}

/** Whether two values are the same: whole and broken numbers by size, lists and objects by their parts. */
export function isSame(a: unknown, b: unknown, budget: Budget): boolean {
  budget.step()
  if (a === b || ((a === null || a === undefined) && (b === null || b === undefined))) return true
  if ((typeof a === 'number' || typeof a === 'bigint') && (typeof b === 'number' || typeof b === 'bigint'))
    // eslint-disable-next-line eqeqeq -- a whole number and a broken one may be of one size
    return a == b
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime()
  if (a instanceof Duration && b instanceof Duration) return a.valueOf() === b.valueOf()
  if (a instanceof UnsignedInt) return isSame(a.value, b, budget)
  if (b instanceof UnsignedInt) return isSame(a, b.value, budget)
  if (Array.isArray(a) && Array.isArray(b))
    return (
      a.length === b.length && budget.deeper(() => a.every((item, index) => isSame(item, b[index], budget)))
    )
  if (isRecord(a) && isRecord(b)) {
    const keys = Object.keys(a)
    return (
      keys.length === Object.keys(b).length &&
      budget.deeper(() => keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key], budget)))
    )
  }
  return false
}

/**
 * Compares two values of one kind: numbers by size, texts by code units, times and durations by time.
 * @returns less than, equal to or more than 0; undefined when they cannot be compared
 */
export function compare(a: unknown, b: unknown): number | undefined {
  const order = <Value>(left: Value, right: Value) => (left < right ? -1 : left > right ? 1 : 0)
  if ((typeof a === 'number' || typeof a === 'bigint') && (typeof b === 'number' || typeof b === 'bigint'))
    return order<number | bigint>(a, b)
  if (typeof a === 'string' && typeof b === 'string') return order(a, b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return order(a, b)
  if (a instanceof Date && b instanceof Date) return order(a.getTime(), b.getTime())
  if (a instanceof Duration && b instanceof Duration) return order(a.valueOf(), b.valueOf())
  return undefined
}
