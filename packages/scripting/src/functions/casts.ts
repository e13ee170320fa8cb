import { ScriptFailure } from '../failure.ts'
import { print, rfc3339 } from '../print.ts'
import { define } from './definition.ts'
import { number, text, time } from './take.ts'
import { isRecord } from '../values.ts'

/** What scripts may hold for data of a template that is no object: `$(.data)`. */
const DATA = 'data'

export const castFunctions = [
  define(
    'text(value: any): string',
    'Any value as text, as it prints.',
    { cel: ['check.labels.text()', 'map[team:web tier:gold]'] },
    ([value], { budget }) => print(value, budget),
    { only: ['cel'] },
  ),
  define(
    'float(value: any): double',
    'A number with a fraction, from a text too.',
    { cel: ['"6.9".float()', '6.9'] },
    ([value]) => number(value),
    { only: ['cel'] },
  ),
  define(
    'date(time: any): string',
    'The day of a time, or of a text that holds one, in UTC.',
    { cel: ['date("2024-03-24T23:30:00-05:00")', '2024-03-25'] },
    ([value]) => rfc3339(time(value)).slice(0, 10),
    { only: ['cel'] },
  ),
  define(
    'debug(label: any, value?: any): any',
    'The last of its values. Elsewhere it also logs them; here "Try a script" shows results.',
    { cel: ['debug(check.name) + "!"', 'shop!'] },
    (values) => values.at(-1) ?? null,
    { only: ['cel'] },
  ),
  define(
    'f(template: string, data: any): string',
    'A text with $(.name) and {{ .name }} filled in from an object; anything else is .data.',
    { cel: ['f("$(.name) is {{ .team }}", {"name": "shop", "team": "web"})', 'shop is web'] },
    ([template, data], { budget, render }) => {
      const source = text(template)
      if (source.length > budget.limits.sourceCharacters)
        throw new ScriptFailure(
          'arguments',
          `a template longer than ${budget.limits.sourceCharacters} characters`,
        )
      const values = isRecord(data) ? data : { [DATA]: data }
      return budget.deeper(() => render(render(source, ['$(', ')'], values), ['{{', '}}'], values))
    },
    { only: ['cel'] },
  ),
]
