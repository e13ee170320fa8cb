import { trimEndOf } from '@binnacle/contract/text'
import type { Budget } from './budget.ts'
import { Duration, goDuration } from './duration.ts'
import { isRecord, typeName } from './values.ts'

/**
 * A number as people write it: whole ones in full below 10^21, others in the fewest digits, exponents with two.
 * Differs from Go, which writes 1e+06 for the million of a JSON document.
 */
export function printNumber(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  return String(value).replace(/e([-+])(\d)$/, 'e$10$2')
}

/** An instant as RFC 3339 in UTC, without a fraction of zero. */
export function rfc3339(value: Date): string {
  return Number.isNaN(value.getTime()) ? 'invalid time' : value.toISOString().replace('.000Z', 'Z')
}

/** An instant as Go prints it: 2024-05-01 12:00:00.5 +0000 UTC. */
export function printTime(value: Date): string {
  if (Number.isNaN(value.getTime())) return 'invalid time'
  const [date, time = ''] = value.toISOString().split('T')
  return `${date} ${trimEndOf(trimEndOf(time.slice(0, -1), '0'), '.')} +0000 UTC`
}

/**
 * Prints a value like Go's `%v`: `[a b]`, `map[a:1 b:2]` with sorted keys, `<nil>` for null.
 * @param budget is charged for the printed text
 */
export function print(value: unknown, budget: Budget): string {
  const written = (text: string) => {
    budget.allocate(text.length)
    return text
  }
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return '<nil>'
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return printNumber(value)
  if (value instanceof Date) return printTime(value)
  if (value instanceof Duration) return goDuration(value)
  if (value instanceof Uint8Array) return written(Buffer.from(value).toString('utf8'))
  if (Array.isArray(value))
    return budget.deeper(() => {
      budget.step(value.length)
      return written(`[${value.map((item) => print(item, budget)).join(' ')}]`)
    })
  if (isRecord(value))
    return budget.deeper(() => {
      const keys = Object.keys(value)
      budget.step(keys.length)
      keys.sort()
      return written(`map[${keys.map((key) => `${key}:${print(value[key], budget)}`).join(' ')}]`)
    })
  return typeName(value)
}
