import { ScriptFailure } from '../failure.ts'
import { define } from './definition.ts'
import { count, integer } from './take.ts'

export const randomFunctions = [
  define(
    'random.Number(from?: int, to?: int): int',
    'A whole number between two, both included; from 0 to 100 unless given.',
    { cel: ['random.Number(3, 3)', '3'] },
    ([from, to], { random }) => {
      const [least, most] =
        to === undefined ? [0, from === undefined ? 100 : integer(from)] : [integer(from), integer(to)]
      if (most < least) throw new ScriptFailure('arguments', `no number lies from ${least} to ${most}`)
      return BigInt(least + Math.floor(random() * (most - least + 1)))
    },
  ),
  define(
    'random.Item(list: list): any',
    'One of a list.',
    { cel: ['random.Item(["a"])', 'a'] },
    ([values], { random }) => {
      const all: readonly unknown[] = Array.isArray(values) ? values : []
      if (all.length === 0) throw new ScriptFailure('arguments', 'an empty list has none')
      return all[Math.floor(random() * all.length)]
    },
  ),
  define(
    'random.Alpha(length: int): string',
    'Letters; no secret.',
    { cel: ['size(random.Alpha(5))', '5'] },
    ([length], runtime) =>
      characters('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', length, runtime.random),
  ),
  define(
    'random.AlphaNum(length: int): string',
    'Letters and digits; no secret.',
    { cel: ['size(random.AlphaNum(8))', '8'] },
    ([length], runtime) =>
      characters('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', length, runtime.random),
  ),
  define(
    'random.ASCII(length: int): string',
    'Printable characters; no secret.',
    { cel: ['size(random.ASCII(8))', '8'] },
    ([length], runtime) =>
      characters(
        Array.from({ length: 94 }, (_, index) => String.fromCodePoint(33 + index)).join(''),
        length,
        runtime.random,
      ),
  ),
]

function characters(from: string, length: unknown, random: () => number): string {
  return Array.from({ length: count(length, 10_000) }, () => from[Math.floor(random() * from.length)]).join(
    '',
  )
}
