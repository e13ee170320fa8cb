import { Duration } from '../duration.ts'
import { ScriptFailure } from '../failure.ts'
import { print } from '../print.ts'
import { isRecord, isTrue } from '../values.ts'
import { define } from './definition.ts'
import { text } from './take.ts'

/** What Go's package reflect calls a value, which templates of others ask for. */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'invalid'
  if (typeof value === 'bigint') return 'int'
  if (typeof value === 'number') return 'float64'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string') return 'string'
  if (Array.isArray(value) || value instanceof Uint8Array) return 'slice'
  if (value instanceof Duration) return 'int64'
  return isRecord(value) ? 'map' : 'struct'
}

const languages = ['cel', 'template'] as const

export const assertFunctions = [
  define(
    'test.Assert(...values: any): string',
    'Ends the script with an error unless the last value is true; a message may come before it.',
    {
      cel: ['test.Assert("no rows", size(results.rows) > 0) == ""', 'true'],
      template: ['{{ assert "no rows" .results.rows }}ok', 'ok'],
    },
    (values, { budget }) => {
      const message = values.length > 1 ? `: ${print(values[0], budget)}` : ''
      if (values.length < 1 || values.length > 2)
        throw new ScriptFailure(
          'arguments',
          `expected a message and a condition, got ${values.length} values`,
        )
      if (!isTrue(values.at(-1))) throw new ScriptFailure('evaluation', `assertion failed${message}`)
      return ''
    },
    { also: ['assert'], only: languages },
  ),
  define(
    'test.Fail(message?: string): string',
    'Ends the script with an error.',
    {
      cel: ['code == 200 ? "ok" : test.Fail("unexpected")', 'ok'],
      template: ['{{ if ne .code 200 }}{{ fail "unexpected" }}{{ end }}ok', 'ok'],
    },
    ([message]) => {
      throw new ScriptFailure('evaluation', message === undefined ? 'the script failed' : text(message))
    },
    { also: ['fail'], only: languages },
  ),
  define(
    'test.Required(...values: any): any',
    'A value; an error when it is missing or empty. A message may come before it.',
    {
      cel: ['test.Required("name the check", check.name)', 'shop'],
      template: ['{{ .check.name | required "name the check" }}', 'shop'],
    },
    (values, { budget }) => {
      const value = values.at(-1)
      if (values.length < 1 || values.length > 2)
        throw new ScriptFailure('arguments', `expected a message and a value, got ${values.length} values`)
      if (value === null || value === undefined || value === '')
        throw new ScriptFailure(
          'evaluation',
          values.length > 1 ? print(values[0], budget) : 'a required value is missing',
        )
      return value
    },
    { also: ['required'], only: languages },
  ),
  define(
    'test.Kind(value: any): string',
    'What Go calls the kind of a value: string, bool, int, float64, slice, map, struct, invalid.',
    { cel: ['test.Kind([1])', 'slice'], template: ['{{ kind .check }}', 'map'] },
    ([value]) => kindOf(value),
    { also: ['kind'], only: languages },
  ),
  define(
    'test.IsKind(kind: string, value: any): bool',
    'Whether a value is of a kind; number is any number.',
    { cel: ['test.IsKind("number", code)', 'true'], template: ['{{ isKind "string" .code }}', 'false'] },
    ([kind, value]) => {
      const found = kindOf(value)
      return text(kind) === 'number' ? ['int', 'int64', 'float64'].includes(found) : found === text(kind)
    },
    { also: ['isKind'], only: languages },
  ),
  define(
    'test.Ternary(yes: any, no: any, condition: any): any',
    'One of two values.',
    { cel: ['test.Ternary("up", "down", true)', 'up'] },
    ([yes, no, condition]) => (isTrue(condition) ? yes : no),
    { only: ['cel'] },
  ),
]
