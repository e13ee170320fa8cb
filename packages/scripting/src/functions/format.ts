import { trimEndOf } from '@binnacle/contract/text'
import type { Budget } from '../budget.ts'
import { Duration } from '../duration.ts'
import { print, printNumber } from '../print.ts'
import { isRecord } from '../values.ts'

/** Wider than any table; a width is an amount of memory. */
const WIDEST = 1_000

interface Verb {
  letter: string
  flags: string
  width: number | undefined
  precision: number | undefined
}

/** Without limits the flags and the width could part zeros in ever new ways. */
const verbPattern = /%([-+# 0]{0,10})(\d{1,9}|\*)?(?:\.(\d{1,9}|\*)?)?([^\d\s*.]|\s|$)/gu

/** What a verb that does not fit prints, after the documentation of Go's package fmt. */
function misfit(letter: string, value: unknown, budget: Budget): string {
  return `%!${letter}(${goType(value)}=${print(value, budget)})`
}

function goType(value: unknown): string {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'bigint') return 'int'
  if (typeof value === 'number') return 'float64'
  if (typeof value === 'boolean') return 'bool'
  if (value instanceof Date) return 'time.Time'
  if (value instanceof Duration) return 'time.Duration'
  if (Array.isArray(value)) return '[]interface {}'
  return isRecord(value) ? 'map[string]interface {}' : '<nil>'
}

function padded(text: string, { flags, width }: Verb, zeros: boolean): string {
  if (width === undefined || Array.from(text).length >= width) return text
  const missing = width - Array.from(text).length
  if (flags.includes('-')) return text + ' '.repeat(missing)
  if (!zeros || !flags.includes('0')) return ' '.repeat(missing) + text
  const sign = /^[-+ ]/.exec(text)?.[0] ?? ''
  return sign + '0'.repeat(missing) + text.slice(sign.length)
}

function signed(text: string, flags: string): string {
  if (text.startsWith('-')) return text
  return flags.includes('+') ? `+${text}` : flags.includes(' ') ? ` ${text}` : text
}

function wholeNumber(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value)
  return value instanceof Duration ? BigInt(Math.round(value.valueOf() * 1e6)) : undefined
}

const bases: Readonly<Record<string, number>> = { d: 10, b: 2, o: 8, x: 16, X: 16 }
const prefixes: Readonly<Record<string, string>> = { b: '0b', o: '0', x: '0x', X: '0X' }

function integerVerb(verb: Verb, value: bigint): string {
  const digits = (value < 0n ? -value : value).toString(bases[verb.letter] ?? 10)
  const upper = verb.letter === 'X' ? digits.toUpperCase() : digits
  const filled = verb.precision === undefined ? upper : upper.padStart(verb.precision, '0')
  const prefix = verb.flags.includes('#') ? (prefixes[verb.letter] ?? '') : ''
  return padded(
    signed(`${value < 0n ? '-' : ''}${prefix}${filled}`, verb.flags),
    verb,
    verb.precision === undefined,
  )
}

/** Exponents have at least two digits in Go. */
function twoDigits(text: string): string {
  return text.replace(/e([-+])(\d)$/, 'e$10$2')
}

function floatVerb(verb: Verb, value: number): string {
  if (!Number.isFinite(value))
    return padded(signed(printNumber(value).replace(/^\+/, ''), verb.flags), verb, false)
  const precision = Math.min(verb.precision ?? 6, 100)
  const text =
    verb.letter === 'e' || verb.letter === 'E'
      ? twoDigits(value.toExponential(precision))
      : verb.letter === 'g' || verb.letter === 'G'
        ? general(value, verb.precision)
        : fixed(value, precision)
  return padded(
    signed(verb.letter === 'E' || verb.letter === 'G' ? text.toUpperCase() : text, verb.flags),
    verb,
    true,
  )
}

function fixed(value: number, precision: number): string {
  // toFixed gives up at 10^21, where every number is whole.
  return Math.abs(value) < 1e21
    ? value.toFixed(precision)
    : `${BigInt(value)}${precision > 0 ? `.${'0'.repeat(precision)}` : ''}`
}

/** Exponents below -4, and from 21 (or the precision) on, are written as such. */
function general(value: number, precision: number | undefined): string {
  if (value === 0) return '0'
  if (precision === undefined) {
    const exponent = Math.floor(Math.log10(Math.abs(value)))
    return exponent < -4 || exponent >= 21 ? twoDigits(value.toExponential()) : String(value)
  }
  const digits = Math.max(1, Math.min(precision, 100))
  const [mantissa = '', power = '0'] = value.toExponential(digits - 1).split('e')
  const exponent = Number(power)
  const bare = (text: string) => (text.includes('.') ? trimEndOf(trimEndOf(text, '0'), '.') : text)
  return exponent < -4 || exponent >= digits
    ? twoDigits(`${bare(mantissa)}e${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`)
    : bare(value.toFixed(Math.max(0, digits - 1 - exponent)))
}

function textVerb(verb: Verb, value: unknown, budget: Budget): string {
  const whole = print(value, budget)
  const text = verb.precision === undefined ? whole : Array.from(whole).slice(0, verb.precision).join('')
  if (verb.letter === 'q')
    return padded(
      verb.flags.includes('#') && !text.includes('`') ? `\`${text}\`` : JSON.stringify(text),
      verb,
      false,
    )
  if (verb.letter === 'x') return padded(Buffer.from(text).toString('hex'), verb, false)
  if (verb.letter === 'X') return padded(Buffer.from(text).toString('hex').toUpperCase(), verb, false)
  return padded(text, verb, false)
}

function write(verb: Verb, value: unknown, budget: Budget): string {
  const { letter } = verb
  if (letter === 'v' || letter === 's') {
    if (letter === 'v' && verb.flags.includes('+') && typeof value === 'number')
      return signed(printNumber(value), '+')
    if (
      letter === 's' &&
      (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    )
      return misfit(letter, value, budget)
    if (letter === 's' && (value === null || value === undefined)) return '%!s(<nil>)'
    return textVerb(verb, value, budget)
  }
  if (letter === 'T') return padded(goType(value), verb, false)
  if (letter === 't')
    return typeof value === 'boolean' ? padded(String(value), verb, false) : misfit(letter, value, budget)
  const whole = wholeNumber(value)
  if (letter in bases && whole !== undefined) return integerVerb(verb, whole)
  if ('feEgGF'.includes(letter) && (typeof value === 'number' || typeof value === 'bigint'))
    return floatVerb({ ...verb, letter: letter === 'F' ? 'f' : letter }, Number(value))
  if (letter === 'c' || letter === 'U' || letter === 'q') {
    if (whole !== undefined && whole >= 0n && whole <= 0x10ffffn) {
      const character = String.fromCodePoint(Number(whole))
      if (letter === 'q') return padded(`'${character}'`, verb, false)
      return padded(
        letter === 'c' ? character : `U+${whole.toString(16).toUpperCase().padStart(4, '0')}`,
        verb,
        false,
      )
    }
    return letter === 'q' && typeof value === 'string'
      ? textVerb(verb, value, budget)
      : misfit(letter, value, budget)
  }
  if ((letter === 'x' || letter === 'X') && (typeof value === 'string' || value instanceof Uint8Array))
    return textVerb(verb, value, budget)
  return misfit(letter, value, budget)
}

/**
 * Formats as Go's Printf does: flags, width, precision, `*`, and notes in the text for what does not fit.
 * Whole numbers of JSON documents count as integers, so `%d` takes them.
 */
export function format(template: string, values: readonly unknown[], budget: Budget): string {
  let next = 0
  let result = ''
  let end = 0
  const take = () => {
    next += 1
    return values[next - 1]
  }
  for (const match of template.matchAll(verbPattern)) {
    budget.step()
    const [whole, flags = '', width, precision, letter = ''] = match
    result += template.slice(end, match.index)
    end = match.index + whole.length
    const size = (text: string | undefined): number | undefined => {
      if (text === undefined) return undefined
      const read = text === '*' ? Number(take()) : Number(text)
      return Number.isInteger(read) ? Math.min(Math.max(0, read), WIDEST) : undefined
    }
    const verb = {
      letter,
      flags,
      width: size(width),
      precision: whole.includes('.') ? (size(precision) ?? 0) : undefined,
    }
    let written: string
    if (letter === '%') written = '%'
    else if (letter === '') written = '%!(NOVERB)'
    else if (next >= values.length) written = `%!${letter}(MISSING)`
    else written = write(verb, take(), budget)
    budget.allocate(written.length)
    result += written
  }
  result += template.slice(end)
  if (next < values.length) {
    const extra = values.slice(next).map((value) => `${goType(value)}=${print(value, budget)}`)
    result += `%!(EXTRA ${extra.join(', ')})`
  }
  return result
}
