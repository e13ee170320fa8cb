import { ScriptFailure } from '../failure.ts'
import { found } from '../regex.ts'
import { define } from './definition.ts'
import { count, number, text } from './take.ts'

const usual = '[a-zA-Z0-9_.-]'
const printable = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index))

/** A character as it is, or the number of one. */
function codePoint(value: unknown): number {
  const letters = Array.from(text(value))
  if (typeof value === 'string' && letters.length === 1 && !/\d/.test(value)) return value.codePointAt(0) ?? 0
  const read = Number(value)
  if (!Number.isInteger(read) || read < 0 || read > 0x10ffff)
    throw new ScriptFailure(
      'arguments',
      `expected a character, got ${JSON.stringify(text(value).slice(0, 20))}`,
    )
  return read
}

/** The characters to draw from: those of a pattern, or all from one to another. */
function alphabet(from: unknown, to: unknown): (random: () => number) => string {
  if (to === undefined) {
    const pattern = from === undefined || from === '' ? usual : text(from)
    const letters = printable.filter((letter) => found(`^(?:${pattern})$`, letter))
    if (letters.length === 0)
      throw new ScriptFailure(
        'arguments',
        `${JSON.stringify(pattern.slice(0, 60))} matches no printable character`,
      )
    return (random) => letters[Math.floor(random() * letters.length)] ?? ''
  }
  const [first, last] = [codePoint(from), codePoint(to)]
  if (last < first) throw new ScriptFailure('arguments', 'the first character comes after the last one')
  return (random) => String.fromCodePoint(first + Math.floor(random() * (last - first + 1)))
}

export const drawFunctions = [
  define(
    'random.String(length: int, from?: any, to?: any): string',
    'Characters of a pattern such as [a-f], or from one to another; letters, digits and _.- unless given; no secret.',
    {
      cel: ['random.String(4, ["a", "a"])', 'aaaa'],
      template: ['{{ random.String 3 "[b]" }} {{ random.String 2 "c" "c" }}', 'bbb cc'],
    },
    ([length, from, to], { random }) => {
      const bounds: readonly unknown[] = Array.isArray(from) ? from : [from, to]
      const draw = alphabet(bounds[0], bounds[1])
      return Array.from({ length: count(length, 10_000) }, () => draw(random)).join('')
    },
  ),
  define(
    'random.Float(from?: number, to?: number): double',
    'A number between two; from 0 to 1 unless given.',
    { cel: ['random.Float(3, 3)', '3'], template: ['{{ lt random.Float 1.0 }}', 'true'] },
    ([from, to], { random }) => {
      const [least, most] =
        to === undefined ? [0, from === undefined ? 1 : number(from)] : [number(from), number(to)]
      if (most < least) throw new ScriptFailure('arguments', `no number lies from ${least} to ${most}`)
      return least + random() * (most - least)
    },
  ),
]
