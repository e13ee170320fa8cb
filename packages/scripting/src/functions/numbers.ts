import { ScriptFailure } from '../failure.ts'
import { print } from '../print.ts'
import { isTrue } from '../values.ts'
import { define } from './definition.ts'
import { number } from './take.ts'

/** Whole numbers stay whole: 2 + 3 is 5 and not 5.0, which prints alike but counts as another type. */
function arithmetic(
  values: readonly unknown[],
  whole: (a: bigint, b: bigint) => bigint,
  broken: (a: number, b: number) => number,
): number | bigint {
  if (values.length === 0) throw new ScriptFailure('arguments', 'expected numbers')
  const numbers = values.map((value) =>
    typeof value === 'string' ? (/^-?\d+$/.test(value) ? BigInt(value) : number(value)) : value,
  )
  if (numbers.every((value) => typeof value === 'bigint')) return bounded(numbers.reduce(whole))
  return numbers.map(number).reduce(broken)
}

/** Numbers of more than 64 bits do not exist in the languages, and are a way to use memory. */
function bounded(value: bigint): bigint {
  if (BigInt.asIntN(64, value) !== value)
    throw new ScriptFailure('evaluation', 'a whole number of more than 64 bits')
  return value
}

function divisor(value: bigint): bigint {
  if (value === 0n) throw new ScriptFailure('evaluation', 'division by zero')
  return value
}

function rounded(value: unknown, round: (value: number) => number): number {
  return round(number(value))
}

const sizes: readonly (readonly [string, number])[] = [
  ['E', 2 ** 60],
  ['P', 2 ** 50],
  ['T', 2 ** 40],
  ['G', 2 ** 30],
  ['M', 2 ** 20],
  ['K', 2 ** 10],
]

function humanSize(bytes: number): string {
  const [unit, size] = sizes.find(([, least]) => Math.abs(bytes) >= least) ?? ['B', 1]
  return `${Number((bytes / size).toFixed(1))}${unit}`
}

/** Suffixes of Kubernetes quantities. Source: Kubernetes documentation, resource management. */
const suffixes: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  K: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
}

/** A quantity such as 500m, 1.5Gi or 2e3 as a number. */
export function quantity(value: unknown): number {
  if (typeof value !== 'string') return value === undefined || value === null ? 0 : number(value)
  const match = /^([-+]?[\d.]+(?:[eE][-+]?\d+)?)(n|u|m|k|K|M|G|T|P|E|[kKmMgGtTpPeE]i)?B?$/.exec(value.trim())
  const read = Number(match?.[1])
  if (match === null || Number.isNaN(read))
    throw new ScriptFailure(
      'arguments',
      `${JSON.stringify(value)} is not a quantity; write it as 500m or 1.5Gi`,
    )
  const [, , suffix = ''] = match
  // Binary suffixes are also written in lowercase letters.
  return read * (suffixes[suffix.length === 2 ? suffix.slice(0, 1).toUpperCase() + 'i' : suffix] ?? 1)
}

/** Readers of numbers in templates and of others take hexadecimal and true and false as well. */
function toInteger(value: unknown): bigint {
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (typeof value === 'bigint') return value
  const read = typeof value === 'string' ? Number(value.trim().replaceAll(',', '')) : number(value)
  if (!Number.isFinite(read)) throw new ScriptFailure('arguments', `${JSON.stringify(value)} is not a number`)
  return BigInt(Math.trunc(read))
}

export const numberFunctions = [
  define(
    'math.Add(...numbers: number): number',
    'The sum.',
    { template: ['{{ math.Add 1 2 3 }}', '6'] },
    (values) =>
      arithmetic(
        values,
        (a, b) => a + b,
        (a, b) => a + b,
      ),
    { also: ['add'], only: ['template', 'cel'] },
  ),
  define(
    'math.Sub(a: number, b: number): number',
    'The difference.',
    { template: ['{{ sub 5 2 }}', '3'] },
    (values) =>
      arithmetic(
        values,
        (a, b) => a - b,
        (a, b) => a - b,
      ),
    { also: ['sub'], only: ['template', 'cel'] },
  ),
  define(
    'math.Mul(...numbers: number): number',
    'The product.',
    { template: ['{{ mul 2 3 4 }}', '24'] },
    (values) =>
      arithmetic(
        values,
        (a, b) => bounded(a * b),
        (a, b) => a * b,
      ),
    { also: ['mul'], only: ['template', 'cel'] },
  ),
  define(
    'math.Div(a: number, b: number): double',
    'The quotient, with its fraction.',
    { template: ['{{ div 5 2 }}', '2.5'] },
    ([a, b]) => {
      if (number(b) === 0) throw new ScriptFailure('evaluation', 'division by zero')
      return number(a) / number(b)
    },
    { also: ['div'], only: ['template', 'cel'] },
  ),
  define(
    'math.Rem(a: int, b: int): int',
    'What is left of a division.',
    { template: ['{{ rem 7 3 }}', '1'] },
    ([a, b]) => toInteger(a) % divisor(toInteger(b)),
    { also: ['rem'], only: ['template', 'cel'] },
  ),
  define(
    'math.Pow(a: number, b: number): double',
    'A power.',
    { cel: ['math.Pow(2, 10)', '1024'] },
    ([a, b]) => number(a) ** number(b),
    { also: ['pow'] },
  ),
  define(
    'math.Abs(number: number): number',
    'Without its sign.',
    { cel: ['math.Abs(-3)', '3'] },
    ([value]) => (typeof value === 'bigint' ? (value < 0n ? -value : value) : Math.abs(number(value))),
    { also: ['math.abs'] },
  ),
  define(
    'math.Ceil(number: number): double',
    'The next whole number above.',
    { cel: ['math.Ceil(1.2)', '2'] },
    ([value]) => rounded(value, Math.ceil),
    { also: ['math.ceil'] },
  ),
  define(
    'math.Floor(number: number): double',
    'The next whole number below.',
    { cel: ['math.Floor(1.8)', '1'] },
    ([value]) => rounded(value, Math.floor),
    { also: ['math.floor'] },
  ),
  define(
    'math.Round(number: number): double',
    'The nearest whole number, halves away from zero.',
    { cel: ['math.Round(2.5)', '3'] },
    ([value]) => rounded(value, (broken) => Math.sign(broken) * Math.round(Math.abs(broken))),
    { also: ['math.round'] },
  ),
  define(
    'math.Trunc(number: number): double',
    'Without its fraction.',
    { cel: ['math.Trunc(-2.7)', '-2'] },
    ([value]) => rounded(value, Math.trunc),
    { also: ['math.trunc'] },
  ),
  define(
    'math.Sqrt(number: number): double',
    'The square root.',
    { cel: ['math.Sqrt(9)', '3'] },
    ([value]) => rounded(value, Math.sqrt),
    { also: ['math.sqrt'] },
  ),
  define(
    'math.sign(number: number): double',
    '-1, 0 or 1.',
    { cel: ['math.sign(-5)', '-1'] },
    ([value]) => rounded(value, Math.sign),
    { also: ['math.Sign'] },
  ),
  define(
    'math.isNaN(number: number): bool',
    'Whether a value is NaN (not a number).',
    { cel: ['math.isNaN(0.0 / 0.0)', 'true'] },
    ([value]) => Number.isNaN(number(value)),
    { also: ['math.IsNaN'] },
  ),
  define(
    'math.isInf(number: number): bool',
    'Whether a number is infinite.',
    { cel: ['math.isInf(1.0 / 0.0)', 'true'] },
    ([value]) => !Number.isFinite(number(value)) && !Number.isNaN(number(value)),
    { also: ['math.IsInf'] },
  ),
  define(
    'math.IsInt(value: any): bool',
    'Whether a value is a whole number.',
    { cel: ['math.IsInt(2.5)', 'false'] },
    ([value]) => typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value)),
  ),
  define(
    'conv.ToInt(value: any): int',
    'A whole number, from a text too; the fraction is cut off.',
    { template: ['{{ conv.ToInt "42" }}', '42'] },
    ([value]) => toInteger(value),
    { also: ['toInt', 'conv.ToInt64'] },
  ),
  define(
    'conv.ToFloat64(value: any): double',
    'A number, from a text too.',
    { template: ['{{ conv.ToFloat64 "1.5" }}', '1.5'] },
    ([value]) => (typeof value === 'boolean' ? Number(value) : number(value)),
    { also: ['toFloat'] },
  ),
  define(
    'conv.ToBool(value: any): bool',
    'Whether a value is true, 1, t, yes or on.',
    { template: ['{{ conv.ToBool "yes" }}', 'true'] },
    ([value]) =>
      typeof value === 'string'
        ? ['1', 't', 'true', 'yes', 'on'].includes(value.toLowerCase())
        : isTrue(value),
    { also: ['conv.Bool', 'bool'], only: ['template', 'javascript'] },
  ),
  define(
    'conv.ToString(value: any): string',
    'A value as text.',
    { template: ['{{ conv.ToString 5 }}', '5'] },
    ([value], { budget }) => print(value, budget),
    { also: ['toString'] },
  ),
  define(
    'HumanSize(bytes: any): string',
    'Bytes in the largest unit that fits.',
    { cel: ['HumanSize(1536)', '1.5K'], template: ['{{ humanSize 1048576 }}', '1M'] },
    ([value]) => humanSize(quantity(value)),
    { also: ['humanSize'] },
  ),
  define(
    'fromSI(quantity: any): double',
    'A quantity of Kubernetes, such as 1.5Gi or 500m, as a number.',
    { cel: ['fromSI("1Ki")', '1024'], javascript: ['fromSI("1Ki")', '1024'] },
    ([value]) => quantity(value),
  ),
  define(
    'fromMillicores(quantity: any): double',
    'A quantity of processor time in thousandths: 500m is 500, 2 is 2000.',
    { javascript: ['fromMillicores("500m")', '500'] },
    ([value]) => Math.round(quantity(value) * 1_000),
  ),
]
