import { ScriptFailure } from '../failure.ts'
import { print } from '../print.ts'
import { compare, isRecord, isSame, isTrue, own, typeName } from '../values.ts'
import { define, type Runtime } from './definition.ts'
import { format } from './format.ts'
import { integer, text } from './take.ts'

/** What the documentation of Go's package text/template calls predefined functions. */

function lengthOf(value: unknown): bigint {
  if (typeof value === 'string') return BigInt(Buffer.byteLength(value))
  if (Array.isArray(value) || value instanceof Uint8Array) return BigInt(value.length)
  if (isRecord(value)) return BigInt(Object.keys(value).length)
  throw new ScriptFailure('arguments', `${typeName(value)} has no length`)
}

function at(value: unknown, key: unknown): unknown {
  if (isRecord(value)) return own(value, text(key))
  if (typeof value === 'string') {
    const bytes = Buffer.from(value)
    return BigInt(bytes[place(key, bytes.length)] ?? 0)
  }
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    return items[place(key, items.length)]
  }
  if (value === null || value === undefined) throw new ScriptFailure('arguments', 'nothing has no index')
  throw new ScriptFailure('arguments', `${typeName(value)} has no index`)
}

function place(key: unknown, length: number): number {
  const index = integer(key)
  if (index < 0 || index >= length)
    throw new ScriptFailure('arguments', `index ${index} is outside of a length of ${length}`)
  return index
}

const isPlace = (value: unknown) => typeof value === 'bigint' || typeof value === 'number'

function part(value: unknown, bounds: readonly unknown[]): unknown {
  if (typeof value !== 'string' && !Array.isArray(value))
    throw new ScriptFailure('arguments', `${typeName(value)} has no parts`)
  const whole = typeof value === 'string' ? Buffer.from(value) : value
  const [from = 0, to = whole.length] = bounds.map(integer)
  if (from < 0 || to < from || to > whole.length)
    throw new ScriptFailure('arguments', `from ${from} to ${to} is outside of a length of ${whole.length}`)
  return typeof value === 'string'
    ? Buffer.from(value).subarray(from, to).toString('utf8')
    : value.slice(from, to)
}

/** Orders two values; a number may also be compared with a text that holds one, as configuration often does. */
function order(a: unknown, b: unknown): number {
  const result = compare(a, b)
  if (result === undefined)
    throw new ScriptFailure('arguments', `cannot compare ${typeName(a)} with ${typeName(b)}`)
  return result
}

function shown(values: readonly unknown[], { budget }: Runtime): string[] {
  return values.map((value) => print(value, budget))
}

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
  '\0': '\ufffd',
}

const only = ['template'] as const

export const templateFunctions = [
  define(
    'and(...values: any): any',
    'The first value that is not true, or the last; later ones are not looked at.',
    { template: ['{{ and true "last" }}', 'last'] },
    (values) => values.find((value) => !isTrue(value)) ?? values.at(-1),
    { only },
  ),
  define(
    'or(...values: any): any',
    'The first value that is true, or the last; later ones are not looked at.',
    { template: ['{{ or "" "second" }}', 'second'] },
    (values) => values.find((value) => isTrue(value)) ?? values.at(-1),
    { only },
  ),
  define(
    'not(value: any): bool',
    'Whether a value is not true: false, zero, empty or nothing.',
    { template: ['{{ not "" }}', 'true'] },
    ([value]) => !isTrue(value),
    { only },
  ),
  define(
    'eq(value: any, ...others: any): bool',
    'Whether a value equals one of the others.',
    { template: ['{{ if eq .code 200 201 }}ok{{ end }}', 'ok'] },
    ([value, ...others], { budget }) => {
      if (others.length === 0) throw new ScriptFailure('arguments', 'nothing to compare with')
      return others.some((other) => isSame(value, other, budget))
    },
    { only },
  ),
  define(
    'ne(a: any, b: any): bool',
    'Whether two values differ.',
    { template: ['{{ ne "a" "b" }}', 'true'] },
    ([a, b], { budget }) => !isSame(a, b, budget),
    { only },
  ),
  define(
    'lt(a: any, b: any): bool',
    'Whether the first is less.',
    { template: ['{{ lt 1 2 }}', 'true'] },
    ([a, b]) => order(a, b) < 0,
    { only },
  ),
  define(
    'le(a: any, b: any): bool',
    'Whether the first is less or equal.',
    { template: ['{{ le 2 2 }}', 'true'] },
    ([a, b]) => order(a, b) <= 0,
    { only },
  ),
  define(
    'gt(a: any, b: any): bool',
    'Whether the first is greater.',
    { template: ['{{ gt 1 2 }}', 'false'] },
    ([a, b]) => order(a, b) > 0,
    { only },
  ),
  define(
    'ge(a: any, b: any): bool',
    'Whether the first is greater or equal.',
    { template: ['{{ ge .code 200 }}', 'true'] },
    ([a, b]) => order(a, b) >= 0,
    { only },
  ),
  define(
    'len(value: any): int',
    'How many values a list or object has, or bytes a text.',
    { template: ['{{ len .results.rows }}', '2'] },
    ([value]) => lengthOf(value),
    { only },
  ),
  define(
    'index(value: any, ...keys: any): any',
    'What a list has at a place or an object at a key, several levels deep.',
    { template: ['{{ index .results.rows 0 "name" }}', 'web-1'] },
    ([value, ...keys]) => keys.reduce((found, key) => at(found, key), value),
    { only },
  ),
  define(
    'slice(value: any, ...others: any): any',
    'A part of a list or text, from a place to before another; of any other values, a list of them.',
    { template: ['{{ slice "hello" 1 3 }} {{ slice "a" "b" }}', 'el [a b]'] },
    (values) => {
      const [value, ...others] = values
      const isPart =
        (typeof value === 'string' || Array.isArray(value)) && others.every(isPlace) && others.length <= 3
      return isPart ? part(value, others) : [...values]
    },
    { only },
  ),
  define(
    'print(...values: any): string',
    'Values as text, with a space between two that are no texts.',
    { template: ['{{ print 1 2 "a" }}', '1 2a'] },
    (values, runtime) =>
      shown(values, runtime).reduce(
        (all, each, index) =>
          index > 0 && typeof values[index] !== 'string' && typeof values[index - 1] !== 'string'
            ? `${all} ${each}`
            : all + each,
        '',
      ),
    { only },
  ),
  define(
    'printf(template: string, ...values: any): string',
    'Fills in %s, %d, %v, %q, %.2f and the other verbs of Go.',
    {
      template: [
        '{{ printf "%s has %d rows, %5.1f%%" .check.name (len .results.rows) 99.5 }}',
        'shop has 2 rows,  99.5%',
      ],
    },
    ([template, ...values], { budget }) => format(text(template), values, budget),
    { only },
  ),
  define(
    'println(...values: any): string',
    'Values with spaces between and a new line after.',
    { template: ['{{ println "a" 1 }}b', 'a 1\nb'] },
    (values, runtime) => `${shown(values, runtime).join(' ')}\n`,
    { only },
  ),
  define(
    'html(...values: any): string',
    'Text in which HTML has no meaning.',
    { template: ['{{ html "<b>" }}', '&lt;b&gt;'] },
    (values, runtime) =>
      shown(values, runtime)
        .join('')
        .replaceAll(/[&<>"'\0]/g, (letter) => htmlEntities[letter] ?? letter),
    { only },
  ),
  define(
    'js(...values: any): string',
    'Escapes a text for use in a JavaScript string.',
    { template: [`{{ js "it's" }}`, String.raw`it\'s`] },
    (values, runtime) =>
      shown(values, runtime)
        .join('')
        .replaceAll(/[\\'"<>&=\p{Cc}]/gu, (letter) =>
          '\\\'"'.includes(letter)
            ? `\\${letter}`
            : `\\u${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
        ),
    { only },
  ),
  define(
    'urlquery(...values: any): string',
    'Text for the query of an address.',
    { template: ['{{ urlquery "a b&c" }}', 'a+b%26c'] },
    (values, runtime) => new URLSearchParams({ x: shown(values, runtime).join('') }).toString().slice(2),
    { only },
  ),
  define(
    'call(function: any, ...values: any): any',
    'There are no functions among the values of scripts, so this says so.',
    { template: ['{{ if false }}{{ call .check }}{{ end }}none', 'none'] },
    ([value]) => {
      throw new ScriptFailure('arguments', `${typeName(value)} is no function`)
    },
    { only },
  ),
]
