import { UnsignedInt } from '@marcbachmann/cel-js/evaluator'
import { ScriptFailure } from '../failure.ts'
import { print } from '../print.ts'
import { compare, jsonText, recordOf } from '../values.ts'
import { builtIn, define, type Runtime } from './definition.ts'
import { integer, list } from './take.ts'

/** Equal values have equal keys, so that lists are compared in linear time: 1 and 1.0 are equal, 1 and "1" are not. */
function keyOf(value: unknown, { budget }: Runtime): string {
  if (typeof value === 'string') return `"${value}`
  if (value instanceof UnsignedInt) return value.toString()
  return typeof value === 'bigint' ? value.toString() : jsonText(value, budget)
}

function keys(value: unknown, runtime: Runtime): ReadonlySet<string> {
  return new Set(list(value).map((item) => keyOf(item, runtime)))
}

function isWithin(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return part.size <= whole.size && [...part].every((key) => whole.has(key))
}

const languages = ['cel', 'template'] as const

export const setFunctions = [
  define(
    'sets.contains(list: list, part: list): bool',
    'Whether a list has every value of another.',
    { cel: ['sets.contains([1, 2, 3, 4], [2, 3.0])', 'true'] },
    ([whole, part], runtime) => isWithin(keys(part, runtime), keys(whole, runtime)),
  ),
  define(
    'sets.equivalent(a: list, b: list): bool',
    'Whether two lists have the same values, in any order and number.',
    { cel: ['sets.equivalent([1, 2], [2, 1, 1])', 'true'] },
    ([a, b], runtime) => {
      const [left, right] = [keys(a, runtime), keys(b, runtime)]
      return left.size === right.size && isWithin(left, right)
    },
  ),
  define(
    'sets.intersects(a: list, b: list): bool',
    'Whether two lists have a value in common.',
    {
      cel: ['sets.intersects(results.rows.map(r, r.name), ["web-2", "db-1"])', 'true'],
      template: ['{{ sets.intersects (list 1 2) (list 3) }}', 'false'],
    },
    ([a, b], runtime) => {
      const right = keys(b, runtime)
      return [...keys(a, runtime)].some((key) => right.has(key))
    },
  ),
  define(
    'range(from: int, to?: int, step?: int): list',
    'Whole numbers from one to before another; from 0 with one argument.',
    { cel: ['range(3) + range(10, 4, -3)', '[0 1 2 10 7]'] },
    ([from, to, step], { budget }) => {
      const [start, end] = to === undefined ? [0, integer(from)] : [integer(from), integer(to)]
      const size = step === undefined ? 1 : integer(step)
      if (size === 0) throw new ScriptFailure('arguments', 'a step of 0 never arrives')
      const length = Math.max(0, Math.ceil((end - start) / size))
      budget.step(length)
      budget.allocate(length * 16)
      return Array.from({ length }, (_, index) => BigInt(start + index * size))
    },
    { also: ['lists.range'], only: ['cel'] },
  ),
  builtIn(
    'cel',
    'fold(list: any, item: any, result: any, expression: any): any',
    'Goes over a list, or over an object with key, value, result: the expression gives the next result, from zero or empty.',
    '[1, 2, 3].fold(e, sum, sum + e)',
    '6',
  ),
  define(
    'isSorted(list: list): bool',
    'Whether each value of a list is at least as large as the one before it.',
    { cel: ['[1, 2, 2].isSorted() && !["b", "a"].isSorted()', 'true'] },
    ([value], { budget }) => {
      const values = list(value)
      budget.step(values.length)
      return values.every((item, index) => {
        const order = index === 0 ? 0 : compare(values[index - 1], item)
        if (order === undefined)
          throw new ScriptFailure(
            'arguments',
            'a sorted list holds texts only, or numbers only, or times only',
          )
        return order <= 0
      })
    },
    { only: languages },
  ),
  define(
    'Append(value: any, list: list): list',
    'A list with one more at its end.',
    { cel: ['Append(3, [1, 2])', '[1 2 3]'] },
    ([value, values]) => [...list(values), value],
    { only: ['cel'] },
  ),
  define(
    'Prepend(value: any, list: list): list',
    'A list with one more at its beginning.',
    { cel: ['Prepend(3, [1, 2])', '[3 1 2]'] },
    ([value, values]) => [value, ...list(values)],
    { only: ['cel'] },
  ),
  define(
    'Dict(pairs: list): map',
    'An object of a list of keys and values in turn.',
    { cel: ['Dict(["a", 1, "b", 2])', 'map[a:1 b:2]'] },
    ([pairs], { budget }) => {
      const all = list(pairs)
      return recordOf(
        Array.from(
          { length: Math.ceil(all.length / 2) },
          (_, index) => [print(all[index * 2], budget), all[index * 2 + 1] ?? ''] as const,
        ),
      )
    },
    { only: ['cel'] },
  ),
  define(
    'strings.Sort(value: any): any',
    'Texts of a list in the order of the alphabet, or the letters of a text.',
    {
      cel: ['strings.Sort("hello")', 'ehllo'],
      template: ['{{ strings.Sort (list "b" "a") }}', '[a b]'],
    },
    ([value], { budget }) =>
      typeof value === 'string'
        ? Array.from(value).sort().join('')
        : list(value)
            .map((item) => print(item, budget))
            .sort(),
    { also: ['Sort'], only: languages },
  ),
]
