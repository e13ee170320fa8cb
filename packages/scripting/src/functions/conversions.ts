import { ScriptFailure } from '../failure.ts'
import { print } from '../print.ts'
import { isTrue } from '../values.ts'
import { define } from './definition.ts'
import { integer, number, text } from './take.ts'

const digits = '0123456789abcdefghijklmnopqrstuvwxyz'

/** Reads a whole number in a base from 2 to 36; base 0 asks the prefix, as Go does. */
function parse(value: unknown, base: unknown, bits: unknown, signed: boolean): bigint {
  const [, sign = '', prefix = '', written = ''] =
    /^([-+]?)(0x|0o|0b)?([\da-z_]+)$/i.exec(text(value).trim()) ?? []
  const prefixes: Readonly<Record<string, number>> = { '0x': 16, '0o': 8, '0b': 2 }
  const size = integer(base ?? 10)
  const radix = size === 0 ? (prefixes[prefix.toLowerCase()] ?? 10) : size
  const wrong = (): never => {
    throw new ScriptFailure(
      'arguments',
      `${JSON.stringify(text(value).slice(0, 60))} is not a whole number of base ${radix}`,
    )
  }
  if (radix < 2 || radix > 36) throw new ScriptFailure('arguments', `there is no base ${radix}`)
  if (written === '' || written.length > 70 || (prefix !== '' && size !== 0)) return wrong()
  if (sign === '-' && !signed) return wrong()
  let read = 0n
  for (const letter of written.toLowerCase()) {
    const digit = digits.indexOf(letter)
    if (digit === -1 || digit >= radix) return wrong()
    read = read * BigInt(radix) + BigInt(digit)
  }
  const signedValue = sign === '-' ? -read : read
  const width = integer(bits ?? 64) || 64
  const fits = signed
    ? BigInt.asIntN(width, signedValue) === signedValue
    : BigInt.asUintN(width, signedValue) === signedValue
  if (width < 1 || width > 64 || !fits)
    throw new ScriptFailure('arguments', `${signedValue} has more than ${width} bits`)
  return signedValue
}

function whole(value: unknown): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value === 'boolean') return value ? 1n : 0n
  const read = typeof value === 'string' ? Number(value.trim().replaceAll(',', '')) : number(value)
  if (!Number.isFinite(read)) throw new ScriptFailure('arguments', `${JSON.stringify(value)} is not a number`)
  return BigInt(Math.trunc(read))
}

function broken(value: unknown): number {
  if (typeof value === 'boolean') return value ? 1 : 0
  return number(typeof value === 'string' ? value.replaceAll(',', '') : value)
}

function truth(value: unknown): boolean {
  return typeof value === 'string'
    ? ['1', 't', 'true', 'yes', 'on', '0x01'].includes(value.toLowerCase())
    : isTrue(value)
}

export const conversionFunctions = [
  define(
    'conv.ParseInt(text: any, base?: int, bits?: int): int',
    'A whole number of a base, 10 unless given, that fits into so many bits, 64 unless given.',
    { template: ['{{ conv.ParseInt "7C0" 16 32 }}', '1984'], cel: ['conv.ParseInt("0x10", 0)', '16'] },
    ([value, base, bits]) => parse(value, base, bits, true),
  ),
  define(
    'conv.ParseUint(text: any, base?: int, bits?: int): int',
    'A whole number without sign, of a base.',
    { template: ['{{ conv.ParseUint "FFFF" 16 64 }}', '65535'] },
    ([value, base, bits]) => parse(value, base, bits, false),
  ),
  define(
    'conv.ParseFloat(text: any, bits?: int): double',
    'A number of a text.',
    { template: ['{{ conv.ParseFloat "3.25" 64 }}', '3.25'] },
    ([value, bits]) =>
      bits !== undefined && integer(bits) === 32 ? Math.fround(number(value)) : number(value),
  ),
  define(
    'conv.Atoi(text: any): int',
    'A whole number of a text in base 10.',
    { template: ['{{ conv.Atoi "-42" }}', '-42'] },
    ([value]) => parse(value, 10, 64, true),
  ),
  define(
    'conv.ToBools(...values: any): list',
    'For each value whether it is true, as conv.ToBool says.',
    {
      template: ['{{ conv.ToBools "yes" 0 "x" }}', '[true false false]'],
      cel: ['conv.ToBools(["1", "no"])', '[true false]'],
    },
    (values) => spread(values).map(truth),
  ),
  define(
    'conv.ToInts(...values: any): list',
    'Values as whole numbers.',
    { template: ['{{ conv.ToInts true "123,456.99" "1.2e+3" }}', '[1 123456 1200]'] },
    (values) => spread(values).map(whole),
    { also: ['conv.ToInt64s'] },
  ),
  define(
    'conv.ToFloat64s(...values: any): list',
    'Values as numbers.',
    { template: ['{{ conv.ToFloat64s true "123,456.99" }}', '[1 123456.99]'] },
    (values) => spread(values).map(broken),
  ),
  define(
    'conv.ToStrings(...values: any): list',
    'Values as texts.',
    { template: ['{{ conv.ToStrings 42 true (list 1 2) | len }}', '3'] },
    (values, { budget }) => spread(values).map((value) => print(value, budget)),
  ),
]

/** CEL hands over a list where templates write several arguments. */
function spread(values: readonly unknown[]): readonly unknown[] {
  const [first] = values
  return values.length === 1 && Array.isArray(first) ? first : values
}
