import { isRecord, own, recordOf } from '../values.ts'
import { define, type Runtime } from './definition.ts'
import { names, record } from './take.ts'

/** Keys and values of all objects; of two with one key the first wins, and objects within are merged too. */
function merged(objects: readonly unknown[], runtime: Runtime): Record<string, unknown> {
  const result = new Map<string, unknown>()
  for (const object of objects)
    for (const [key, value] of Object.entries(record(object))) {
      runtime.budget.step()
      const before = result.get(key)
      if (isRecord(before) && isRecord(value))
        result.set(
          key,
          runtime.budget.deeper(() => merged([before, value], runtime)),
        )
      else if (before === undefined) result.set(key, value)
    }
  return recordOf(result)
}

/** Templates of gomplate write the keys first, so that a pipe can hand over the object. */
function objectAndKeys(values: readonly unknown[]): [object: unknown, keys: string[]] {
  const last = values.at(-1)
  return isRecord(last) && !isRecord(values[0])
    ? [last, names(values.slice(0, -1))]
    : [values[0], names(values.slice(1))]
}

export const objectFunctions = [
  define(
    'keys(object: map): list',
    'Keys of an object, sorted.',
    { cel: ['{"b": 1, "a": 2}.keys()', '[a b]'], template: ['{{ keys .check.labels }}', '[team tier]'] },
    ([value]) => Object.keys(record(value)).sort(),
    { also: ['coll.Keys'] },
  ),
  define(
    'values(object: map): list',
    'Values of an object, in the order of its sorted keys.',
    { cel: ['{"b": 1, "a": 2}.values()', '[2 1]'] },
    ([value]) =>
      Object.keys(record(value))
        .sort()
        .map((key) => own(value, key)),
    { also: ['coll.Values'] },
  ),
  define(
    'merge(object: map, ...others: map): map',
    'One object of all; of two with one key the last wins, and objects within are merged too.',
    { cel: ['{"a": 1}.merge({"a": 2, "b": 3})', 'map[a:2 b:3]'] },
    (objects, runtime) => merged(objects.toReversed(), runtime),
    { only: ['cel', 'javascript'] },
  ),
  define(
    'merge(object: map, ...others: map): map',
    'One object of all; of two with one key the first wins, and objects within are merged too.',
    { template: ['{{ merge (dict "a" 1) (dict "a" 2 "b" 3) }}', 'map[a:1 b:3]'] },
    (objects, runtime) => merged(objects, runtime),
    { only: ['template'] },
  ),
  define(
    'coll.Merge(object: map, ...others: map): map',
    'One object of all; of two with one key the first wins, and objects within are merged too.',
    { template: ['{{ coll.Merge (dict "a" 1) (dict "a" 2) }}', 'map[a:1]'] },
    (objects, runtime) => merged(objects, runtime),
  ),
  define(
    'omit(object: map, ...keys: any): map',
    'An object without some keys, given as a list or one by one.',
    {
      cel: ['check.labels.omit(["tier"])', 'map[team:web]'],
      template: ['{{ coll.Omit "tier" .check.labels }}', 'map[team:web]'],
    },
    (values) => {
      const [value, keys] = objectAndKeys(values)
      const left = new Set(keys)
      return recordOf(Object.entries(record(value)).filter(([key]) => !left.has(key)))
    },
    { also: ['coll.Omit'] },
  ),
  define(
    'pick(object: map, ...keys: any): map',
    'An object with only some keys, given as a list or one by one.',
    { cel: ['check.labels.pick(["tier"])', 'map[tier:gold]'] },
    (values) => {
      const [value, keys] = objectAndKeys(values)
      const kept = new Set(keys)
      return recordOf(Object.entries(record(value)).filter(([key]) => kept.has(key)))
    },
    { also: ['coll.Pick'] },
  ),
]
