import { findByPath } from '../../jsonpath/evaluate.ts'
import { parseJson, toJson } from '../../values.ts'
import { define, type Runtime } from '../definition.ts'
import { text } from '../take.ts'
import { runJmespath } from './jmespath.ts'
import { runJq } from './jq.ts'
import { runXpath } from './xpath.ts'

/** A text that holds an object or a list stands for it, as answers of targets are often handed over so. */
function dataOf(value: unknown): unknown {
  const read = value instanceof Uint8Array ? text(value) : value
  if (typeof read !== 'string' || !/^\s*[[{]/.test(read)) return read
  try {
    return parseJson(read)
  } catch {
    return read
  }
}

const languages = ['cel', 'template', 'javascript'] as const

/** None of these is proportional: their scripts run in workers. */
export const queryFunctions = [
  define(
    'jq(expression: string, value: any): any',
    'What a jq expression gives: one value as it is, none or several as a list.',
    {
      cel: [`jq('[.rows[] | select(.ready) | .name]', results)`, '[web-1]'],
      template: ['{{ .results | jq ".rows[].name" }}', '[web-1 web-2]'],
      javascript: ['jq(".rows | map(.restarts) | add", results)', '3'],
    },
    ([expression, value], runtime) => runJq(text(expression), dataOf(value), runtime),
    { also: ['coll.JQ'], only: languages },
  ),
  define(
    'jmespath(expression: string, value: any): any',
    'What a JMESPath expression finds; nothing when that is null.',
    {
      cel: ["jmespath('rows[?ready].name | [0]', results)", 'web-1'],
      template: ['{{ .results | jmespath "length(rows)" }}', '2'],
    },
    ([expression, value], runtime) => runJmespath(text(expression), dataOf(value), runtime),
    { also: ['coll.JMESPath'], only: languages },
  ),
  define(
    'jsonpath(path: string, value: any): any',
    'What a JSONPath finds: one match as it is, several as a list, nothing if nothing matches.',
    {
      cel: ["jsonpath('$.rows[-1:].name', results)", 'web-2'],
      template: ['{{ .results | jsonpath "$.rows[*].name" }}', '[web-1 web-2]'],
    },
    ([path, value], runtime: Runtime) =>
      findByPath(text(path), toJson(dataOf(value), runtime.budget), runtime),
    { also: ['coll.JSONPath'], only: languages },
  ),
  define(
    'xpath(expression: string, xml: string): any',
    'What an XPath 1.0 expression finds in XML: texts of nodes, one as it is, several as a list.',
    {
      cel: ['xpath(\'//shop/@name\', \'<town><shop name="A"/><shop name="B"/></town>\')', '[A B]'],
      template: ['{{ "<a><b>5</b></a>" | xpath "number(/a/b) + 1" }}', '6'],
    },
    ([expression, xml], runtime) => runXpath(text(expression), text(xml), runtime),
    { only: languages },
  ),
]
