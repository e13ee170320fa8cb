import { ScriptFailure } from '../failure.ts'
import { define } from './definition.ts'
import { integer, number } from './take.ts'

const whole = (value: unknown): bigint => (typeof value === 'bigint' ? value : BigInt(integer(value)))

const signed = (value: bigint): bigint => BigInt.asIntN(64, value)

/** All 64 bits of a number are gone after so many places. */
function places(value: unknown): bigint {
  const read = whole(value)
  if (read < 0n) throw new ScriptFailure('arguments', `cannot shift by ${read} places`)
  return read > 64n ? 64n : read
}

function isWhole(value: unknown): boolean {
  return typeof value === 'bigint' || (typeof value === 'string' && /^[-+]?(0x[\da-f]+|\d+)$/i.test(value))
}

function isBroken(value: unknown): boolean {
  if (typeof value === 'string')
    return !isWhole(value) && value.trim() !== '' && Number.isFinite(Number(value))
  return typeof value === 'number'
}

const languages = ['cel', 'template'] as const

export const bitFunctions = [
  define(
    'math.bitAnd(a: int, b: int): int',
    'The bits that both numbers have.',
    { cel: ['math.bitAnd(5, 3)', '1'] },
    ([a, b]) => signed(whole(a) & whole(b)),
    { only: languages },
  ),
  define(
    'math.bitOr(a: int, b: int): int',
    'The bits that one of two numbers has.',
    { cel: ['math.bitOr(5, 3)', '7'] },
    ([a, b]) => signed(whole(a) | whole(b)),
    { only: languages },
  ),
  define(
    'math.bitXor(a: int, b: int): int',
    'The bits that exactly one of two numbers has.',
    { cel: ['math.bitXor(5, 3)', '6'] },
    ([a, b]) => signed(whole(a) ^ whole(b)),
    { only: languages },
  ),
  define(
    'math.bitNot(number: int): int',
    'The bits that a number does not have.',
    { cel: ['math.bitNot(5)', '-6'] },
    ([value]) => signed(~whole(value)),
    { only: languages },
  ),
  define(
    'math.bitShiftLeft(number: int, places: int): int',
    'The bits of a number, moved up.',
    { cel: ['math.bitShiftLeft(5, 2)', '20'] },
    ([value, by]) => signed(whole(value) << places(by)),
    { only: languages },
  ),
  define(
    'math.bitShiftRight(number: int, places: int): int',
    'The bits of a number, moved down; zeros come from above.',
    { cel: ['math.bitShiftRight(-1024, 3)', '2305843009213693824'] },
    ([value, by]) => signed(BigInt.asUintN(64, whole(value)) >> places(by)),
    { only: languages },
  ),
  define(
    'math.isFinite(number: number): bool',
    'Whether a number is neither infinite nor none.',
    { cel: ['math.isFinite(1.0 / 0.0)', 'false'] },
    ([value]) => Number.isFinite(number(value)),
    { also: ['math.IsFinite'] },
  ),
  define(
    'math.IsFloat(value: any): bool',
    'Whether a value is a number with a fraction, or a text that holds one.',
    { template: ['{{ math.IsFloat 1.5 }} {{ math.IsFloat 42 }}', 'true false'] },
    ([value]) => isBroken(value),
    { only: languages },
  ),
  define(
    'math.IsNum(value: any): bool',
    'Whether a value is a number, or a text that holds one.',
    { template: ['{{ math.IsNum "0xBeef" }} {{ math.IsNum "foo" }}', 'true false'] },
    ([value]) => isWhole(value) || isBroken(value),
    { only: languages },
  ),
]
