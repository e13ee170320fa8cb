import { ScriptFailure } from '../failure.ts'
import { matchesIn } from '../regex.ts'
import { define } from './definition.ts'
import { count, integer, text } from './take.ts'

/** At most so many parts, of which the last one keeps the rest; all with a negative number, none with 0. */
function split(value: string, separator: string, most: number): string[] {
  if (most === 0) return []
  const all = separator === '' ? Array.from(value) : value.split(separator)
  return most < 0 || all.length <= most
    ? all
    : [...all.slice(0, most - 1), all.slice(most - 1).join(separator)]
}

export const wordFunctions = [
  define(
    'strings.SplitN(text: string, separator: string, parts: int): list',
    'At most that many parts of a text; the last one keeps the rest.',
    {
      cel: ['strings.SplitN("a:b:c", ":", 2)', '[a b:c]'],
      template: ['{{ "a:b:c" | strings.SplitN ":" 2 }}', '[a b:c]'],
    },
    ([value, separator, parts]) => split(text(value), text(separator), integer(parts)),
    { subjectLast: true },
  ),
  define(
    'splitN(text: string, separator: string, parts: int): list',
    'As strings.SplitN, with the text first.',
    { template: ['{{ splitN "a:b:c" ":" 2 }}', '[a b:c]'] },
    ([value, separator, parts]) => split(text(value), text(separator), integer(parts)),
    { only: ['template'] },
  ),
  define(
    'startsWith(text: string, prefix: string): bool',
    'Whether a text begins so.',
    { template: ['{{ startsWith .check.name "sh" }}', 'true'] },
    ([value, prefix]) => text(value).startsWith(text(prefix)),
    { only: ['template'] },
  ),
  define(
    'endsWith(text: string, suffix: string): bool',
    'Whether a text ends so.',
    { template: ['{{ endsWith .check.name "op" }}', 'true'] },
    ([value, suffix]) => text(value).endsWith(text(suffix)),
    { only: ['template'] },
  ),
  define(
    'trunc(text: string, length: int): string',
    'The first characters of a text.',
    { cel: ['"hello, world".trunc(5)', 'hello'], template: ['{{ "hello" | strings.Trunc 2 }}', 'he'] },
    ([value, length]) => Array.from(text(value)).slice(0, count(length, 1_000_000_000)).join(''),
    { also: ['strings.Trunc'], subjectLast: true, only: ['cel', 'template'] },
  ),
  define(
    'regexp.ReplaceLiteral(pattern: string, by: string, text: string): string',
    'Replaces all that a pattern (RE2) matches; $1 has no meaning.',
    {
      cel: ['regexp.ReplaceLiteral("(foo)bar", "$1", "foobar!")', '$1!'],
      template: ['{{ "a.b" | regexp.ReplaceLiteral "[.]" "$" }}', 'a$b'],
    },
    ([source, by, value], { budget }) => {
      const [whole, replacement] = [text(value), text(by)]
      let result = ''
      let end = 0
      for (const match of matchesIn(text(source), whole, budget)) {
        result += whole.slice(end, match.start()) + replacement
        budget.allocate(replacement.length + 1)
        end = match.end()
      }
      return result + whole.slice(end)
    },
  ),
  define(
    'base64.DecodeBytes(text: string): bytes',
    'From Base64, of either alphabet, to bytes.',
    { cel: ['base64.DecodeBytes("AAH/").size()', '3'] },
    ([value]) => {
      const read = text(value)
      if (!/^[\w+/-]*={0,2}\s*$/.test(read)) throw new ScriptFailure('arguments', 'the text is not Base64')
      return new Uint8Array(Buffer.from(read, 'base64'))
    },
    { only: ['cel', 'template'] },
  ),
]
