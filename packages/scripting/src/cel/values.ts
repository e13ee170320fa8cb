import { Optional } from '@marcbachmann/cel-js'
import { UnsignedInt } from '@marcbachmann/cel-js/evaluator'
import { originalOf } from './readable.ts'

/** A value of the library as the engine's functions know it: no optionals, no unsigned numbers, nothing undefined. */
export function fromCel(value: unknown): unknown {
  if (value instanceof Optional) return value.hasValue() ? fromCel(value.value()) : null
  if (value instanceof UnsignedInt) return value.value
  return value === undefined ? null : originalOf(value)
}
