import { ScriptFailure } from '../failure.ts'
import { print } from '../print.ts'
import { compare, isRecord, isSame, isTrue, jsonText, own, recordOf } from '../values.ts'
import { define, type Runtime } from './definition.ts'
import { integer, list, number, text } from './take.ts'

function flat(value: unknown, depth: number, runtime: Runtime): unknown[] {
  return list(value).flatMap((item: unknown) => {
    runtime.budget.step()
    return Array.isArray(item) && depth > 0
      ? runtime.budget.deeper(() => flat(item, depth - 1, runtime))
      : [item]
  })
}

/** A list and something beside it, in whichever order: templates of gomplate write the list last. */
function listAnd(values: readonly unknown[]): [list: unknown, other: unknown] {
  const [first, second] = values
  return Array.isArray(second) && !Array.isArray(first) ? [second, first] : [first, second]
}

function sorted(values: readonly unknown[], key: unknown, { budget }: Runtime): unknown[] {
  const by = (item: unknown) => (key === undefined ? item : own(item, text(key)))
  return values.toSorted((a, b) => {
    budget.step()
    const order = compare(by(a), by(b))
    if (order === undefined)
      throw new ScriptFailure('arguments', 'a list to sort holds texts only, or numbers only, or times only')
    return order
  })
}

/** Lists larger than this are compared by a key rather than with each other. */
function unique(values: readonly unknown[], { budget }: Runtime): unknown[] {
  const seen = new Set<string>()
  return values.filter((value) => {
    const key = typeof value === 'string' ? `"${value}` : jsonText(value, budget)
    return !seen.has(key) && seen.add(key) !== undefined
  })
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value) || value instanceof Uint8Array) return value.length === 0
  return isRecord(value) && Object.keys(value).length === 0
}

/** The first or last of a list, of the characters of a text, or of the values of an object by sorted keys. */
function atEnd(value: unknown, index: 0 | -1): unknown {
  if (typeof value === 'string') return Array.from(value).at(index) ?? ''
  const values = isRecord(value)
    ? Object.keys(value)
        .sort()
        .map((key) => own(value, key))
    : list(value)
  return values.at(index) ?? null
}

function extreme(values: readonly unknown[], sign: 1 | -1): unknown {
  return values.reduce((best, value) => {
    const order = compare(value, best)
    if (order === undefined)
      throw new ScriptFailure('arguments', 'numbers, texts or times of one kind can be compared')
    return order * sign > 0 ? value : best
  })
}

function spread(values: readonly unknown[]): readonly unknown[] {
  const [first] = values
  const all = values.length === 1 && Array.isArray(first) ? list(first) : values
  if (all.length === 0) throw new ScriptFailure('arguments', 'an empty list has none')
  return all
}

function total(values: readonly unknown[]): number | bigint {
  return values.every((value) => typeof value === 'bigint')
    ? values.reduce<bigint>((sum, value) => sum + value, 0n)
    : values.reduce<number>((sum, value) => sum + number(value), 0)
}

function contained(container: unknown, part: unknown, { budget }: Runtime): boolean {
  if (isRecord(container)) return Object.hasOwn(container, text(part))
  if (typeof container === 'string') return container.includes(text(part))
  return list(container).some((item) => isSame(item, part, budget))
}

export const collectionFunctions = [
  define(
    'flatten(list: list, depth?: int): list',
    'Lists within a list become part of it, all or to a depth.',
    { cel: ['[1, [2, [3]]].flatten()', '[1 2 3]'] },
    (values, runtime) => {
      const [value, depth = -1] = listAnd(values)
      return flat(value, integer(depth) < 0 ? Number.POSITIVE_INFINITY : integer(depth), runtime)
    },
    { also: ['coll.Flatten'] },
  ),
  define(
    'sort(list: any, key?: string): any',
    'Sorted by size or alphabet; objects by the value of a key; of a text, its characters.',
    {
      cel: ['[3, 1, 2].sort()', '[1 2 3]'],
      template: ['{{ range sort .results.rows "restarts" }}{{ .name }} {{ end }}', 'web-1 web-2'],
    },
    (values, runtime) => {
      const [value, key] = listAnd(values)
      return typeof value === 'string' ? Array.from(value).sort().join('') : sorted(list(value), key, runtime)
    },
    { also: ['coll.Sort'] },
  ),
  define(
    'sortBy(list: list, key: string): list',
    'Objects sorted by the value of a key.',
    { cel: ['results.rows.sortBy("name")[0].name', 'web-1'] },
    ([value, key], runtime) => sorted(list(value), key, runtime),
  ),
  define(
    'uniq(list: list): list',
    'Without what is there a second time.',
    { cel: ['[1, 2, 1].uniq()', '[1 2]'] },
    ([value], runtime) => unique(list(value), runtime),
    { also: ['coll.Uniq', 'distinct'] },
  ),
  define(
    'sum(...numbers: any): any',
    'The sum of numbers, given as a list or one by one.',
    { cel: ['results.rows.map(r, r.restarts).sum()', '3'] },
    (values) => total(values.length === 1 && Array.isArray(values[0]) ? list(values[0]) : values),
  ),
  define(
    'min(...values: any): any',
    'The least of numbers, texts or times, given as a list or one by one.',
    { cel: ['[3, 1, 2].min()', '1'], template: ['{{ min 4 2 }}', '2'] },
    (values) => extreme(spread(values), -1),
    { also: ['math.Min', 'math.least'] },
  ),
  define(
    'max(...values: any): any',
    'The greatest of numbers, texts or times, given as a list or one by one.',
    { cel: ['math.greatest(3, 7)', '7'] },
    (values) => extreme(spread(values), 1),
    { also: ['math.Max', 'math.greatest'] },
  ),
  define(
    'first(list: any): any',
    'The first of a list, of an object by its sorted keys, or of the characters of a text; null when empty.',
    { cel: ['results.rows.first().name', 'web-1'] },
    ([value]) => atEnd(value, 0),
  ),
  define(
    'last(list: any): any',
    'The last of a list, of an object by its sorted keys, or of the characters of a text; null when empty.',
    { cel: ['results.rows.last().name', 'web-2'] },
    ([value]) => atEnd(value, -1),
  ),
  define(
    'slice(list: any, from: int, to?: int): any',
    'A part of a list or text, from a place to before another.',
    { cel: ['[1, 2, 3, 4].slice(1, 3)', '[2 3]'] },
    ([value, from, to]) => {
      const whole = typeof value === 'string' ? Array.from(value) : list(value)
      const start = integer(from)
      const end = to === undefined ? whole.length : integer(to)
      if (start < 0 || end < start || end > whole.length)
        throw new ScriptFailure('arguments', `from ${start} to ${end} is outside of ${whole.length}`)
      return typeof value === 'string' ? whole.slice(start, end).join('') : whole.slice(start, end)
    },
    { only: ['cel'] },
  ),
  define(
    'coalesce(...values: any): any',
    'The first value that is neither null nor empty; zero and false count as values.',
    { cel: ['coalesce(null, "", 0)', '0'], template: ['{{ coalesce .missing "none" }}', 'none'] },
    (values) => values.find((value) => !isEmpty(value)) ?? null,
  ),
  define(
    'default(value: any, otherwise: any): any',
    'A value, or another where it is empty, zero or nothing.',
    { template: ['{{ .missing | default "none" }}', 'none'] },
    ([value, otherwise]) => (isTrue(value) ? value : otherwise),
    { also: ['conv.Default'], subjectLast: true, only: ['template'] },
  ),
  define(
    'ternary(condition: any, yes: any, no: any): any',
    'One of two values.',
    { template: ['{{ ternary "up" "down" true }}', 'up'] },
    ([condition, yes, no]) => (isTrue(condition) ? yes : no),
    { also: ['test.Ternary'], subjectLast: true, only: ['template'] },
  ),
  define(
    'coll.Has(container: any, part: any): bool',
    'Whether an object has a key, a list a value or a text a part.',
    { template: ['{{ if has .check.labels "team" }}yes{{ end }}', 'yes'] },
    ([container, part], runtime) => contained(container, part, runtime),
    { also: ['has', 'in', 'conv.Has'], only: ['template'] },
  ),
  define(
    'Has(container: any, part: any): bool',
    'Whether an object has a key, a list a value or a text a part.',
    { cel: ['Has(["a", "b"], "a")', 'true'] },
    ([container, part], runtime) => contained(container, part, runtime),
    { only: ['cel'] },
  ),
  define(
    'coll.Append(value: any, list: list): list',
    'A list with one more at its end.',
    { template: ['{{ append 3 (list 1 2) }}', '[1 2 3]'] },
    ([value, values]) => [...list(values), value],
    { also: ['append'], only: ['template'] },
  ),
  define(
    'coll.Prepend(value: any, list: list): list',
    'A list with one more at its beginning.',
    { template: ['{{ prepend 3 (list 1 2) }}', '[3 1 2]'] },
    ([value, values]) => [value, ...list(values)],
    { also: ['prepend'], only: ['template'] },
  ),
  define(
    'coll.Dict(...pairs: any): map',
    'An object of keys and values in turn.',
    { template: ['{{ dict "a" 1 "b" 2 }}', 'map[a:1 b:2]'] },
    (pairs, { budget }) =>
      recordOf(
        Array.from(
          { length: Math.ceil(pairs.length / 2) },
          (_, index) => [print(pairs[index * 2], budget), pairs[index * 2 + 1] ?? ''] as const,
        ),
      ),
    { also: ['dict', 'conv.Dict'], only: ['template'] },
  ),
  define(
    'coll.Slice(...values: any): list',
    'A list of the values given.',
    { template: ['{{ list "a" "b" | len }}', '2'] },
    (values) => [...values],
    { also: ['list', 'conv.Slice'], only: ['template'] },
  ),
  define(
    'seq(from: int, to?: int, step?: int): list',
    'Whole numbers from one to another, both included; from 1 with one argument.',
    { template: ['{{ range seq 3 }}{{ . }}{{ end }}', '123'] },
    ([from, to, step], { budget }) => {
      const start = to === undefined ? 1 : integer(from)
      const end = to === undefined ? integer(from) : integer(to)
      const size = step === undefined ? (end < start ? -1 : 1) : integer(step)
      if (size === 0) throw new ScriptFailure('arguments', 'a step of 0 never arrives')
      const length = Math.max(0, Math.floor((end - start) / size) + 1)
      budget.step(length)
      budget.allocate(length * 16)
      return Array.from({ length }, (_, index) => BigInt(start + index * size))
    },
    { also: ['math.Seq'], only: ['template', 'cel'] },
  ),
  define(
    'conv.Join(list: list, separator?: string): string',
    'Values of a list as one text.',
    { template: ['{{ join (keys .check.labels) ", " }}', 'team, tier'] },
    ([values, separator], { budget }) =>
      list(values)
        .map((item) => print(item, budget))
        .join(separator === undefined ? '' : text(separator)),
    { also: ['join'], only: ['template', 'javascript'] },
  ),
]
