import { Duration, ofMilliseconds, readDuration } from '../duration.ts'
import { ScriptFailure } from '../failure.ts'
import { isRecord, typeName } from '../values.ts'

/** Readers of arguments. Each accepts every value that makes sense, and otherwise names the value in its error. */

function wrong(expected: string, value: unknown): never {
  throw new ScriptFailure('arguments', `expected ${expected}, got ${typeName(value)}`)
}

export function text(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8')
  return wrong('text', value)
}

/** A number from a number, or from a text that holds nothing else. */
export function number(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  return wrong('a number', value)
}

/** An integer that JavaScript represents exactly. */
export function integer(value: unknown): number {
  const read = number(value)
  if (!Number.isSafeInteger(read))
    throw new ScriptFailure('arguments', `expected a whole number, got ${read}`)
  return read
}

/** An integer within bounds, such as a width or a count of repetitions. */
export function count(value: unknown, most: number): number {
  const read = integer(value)
  if (read < 0 || read > most)
    throw new ScriptFailure('arguments', `expected a whole number from 0 to ${most}, got ${read}`)
  return read
}

/** A list. Null counts as an empty list. */
export function list(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return value === null || value === undefined ? [] : wrong('a list', value)
}

/** An object. Null counts as an empty object. */
export function record(value: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value
  return value === null || value === undefined ? {} : wrong('an object', value)
}

/** Names from a list of texts, or from several arguments. */
export function names(values: readonly unknown[]): string[] {
  return values.flatMap((value) => (Array.isArray(value) ? value.map(text) : [text(value)]))
}

/** A time without a zone is in UTC, so that results do not depend on the server's zone. */
function readTime(value: string): Date {
  const hasZone = !/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(value)
  return new Date(hasZone ? value : `${value.replace(' ', 'T')}Z`)
}

/** A time: as it is, RFC 3339 and other texts that JavaScript reads, or seconds since 1970. */
export function time(value: unknown): Date {
  if (value instanceof Date) return value
  const read =
    typeof value === 'string'
      ? readTime(value)
      : typeof value === 'number' || typeof value === 'bigint'
        ? new Date(Number(value) * 1_000)
        : wrong('a time', value)
  if (Number.isNaN(read.getTime()))
    throw new ScriptFailure(
      'arguments',
      `${JSON.stringify(value)} is not a time; write it as 2024-05-01T12:00:00Z`,
    )
  return read
}

/** A duration: as it is, a text such as 1h30m or 2d, or nanoseconds, which is how Go counts. */
export function duration(value: unknown): Duration {
  if (value instanceof Duration) return value
  if (typeof value === 'number' || typeof value === 'bigint') return ofMilliseconds(Number(value) / 1e6)
  if (typeof value !== 'string') return wrong('a duration', value)
  const read = readDuration(value)
  if (read === undefined)
    throw new ScriptFailure(
      'arguments',
      `${JSON.stringify(value)} is not a duration; write it as 30s, 5m, 1h30m or 1d`,
    )
  return read
}
