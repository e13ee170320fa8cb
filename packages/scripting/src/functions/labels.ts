import { print } from '../print.ts'
import { own, recordOf } from '../values.ts'
import { define } from './definition.ts'
import { list, record, text } from './take.ts'

export const labelFunctions = [
  define(
    'matchLabel(labels: map, key: string, patterns: string): bool',
    'Whether a label has one of several values, parted by commas; `*` at either end stands for anything, `!` before one means not.',
    { cel: ['matchLabel(check.labels, "team", "w*,api")', 'true'] },
    ([labels, key, patterns]) => matches(own(labels, text(key)), text(patterns)),
  ),
  define(
    'mapToKeyVal(object: map): string',
    'An object as a text such as a=1,b=2, keys sorted.',
    { cel: ['mapToKeyVal({"b": 2, "a": 1})', 'a=1,b=2'] },
    ([value], { budget }) =>
      Object.keys(record(value))
        .sort()
        .map((key) => `${key}=${print(own(value, key), budget)}`)
        .join(','),
  ),
  define(
    'keyValToMap(pairs: any): map',
    'An object of a list of objects with key and value, or of a text such as a=1,b=2.',
    { cel: ['keyValToMap("a=1,b=2").b', '2'] },
    ([value]) =>
      recordOf(
        typeof value === 'string'
          ? value
              .split(',')
              .map(
                (pair) =>
                  [pair.split('=')[0]?.trim() ?? '', pair.split('=').slice(1).join('=').trim()] as const,
              )
          : list(value).map((pair) => [text(own(pair, 'key')), own(pair, 'value')] as const),
      ),
  ),
  define(
    'fromAWSMap(tags: list): map',
    'A list of objects with Name or Key and Value, as AWS writes tags, as one object.',
    { cel: ['fromAWSMap([{"Key": "team", "Value": "web"}]).team', 'web'] },
    ([tags]) =>
      recordOf(
        list(tags).map(
          (tag) =>
            [
              text(own(tag, 'Name') ?? own(tag, 'Key') ?? own(tag, 'key') ?? own(tag, 'name') ?? ''),
              own(tag, 'Value') ?? own(tag, 'value') ?? null,
            ] as const,
        ),
      ),
    { also: ['aws.fromAWSMap'] },
  ),
  define(
    'toAWSMap(object: map): list',
    'An object as a list of objects with Key and Value.',
    { cel: ['toAWSMap({"team": "web"})[0].Value', 'web'] },
    ([value]) =>
      Object.keys(record(value))
        .sort()
        .map((key) => ({ Key: key, Value: own(value, key) })),
    { also: ['aws.toAWSMap'] },
  ),
]

function matches(value: unknown, patterns: string): boolean {
  const label = value === undefined || value === null ? undefined : text(value)
  const one = (pattern: string): boolean => {
    if (label === undefined) return false
    if (pattern === '*') return true
    if (pattern.startsWith('*')) return label.endsWith(pattern.slice(1))
    return pattern.endsWith('*') ? label.startsWith(pattern.slice(0, -1)) : label === pattern
  }
  const all = patterns
    .split(',')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '')
  const wanted = all.filter((pattern) => !pattern.startsWith('!'))
  if (all.some((pattern) => pattern.startsWith('!') && one(pattern.slice(1)))) return false
  return wanted.length === 0 || wanted.some(one)
}
