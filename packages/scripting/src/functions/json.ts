import { parse as parseCsv } from 'csv-parse/sync'
import { stringify as stringifyCsv } from './csv.ts'
import { parse as parseToml, stringify as stringifyToml } from 'smol-toml'
import { stringify as stringifyYaml } from 'yaml'
import type { Budget } from '../budget.ts'
import { ScriptFailure } from '../failure.ts'
import { parseJson, sortedJson } from '../values.ts'
import { readYaml } from '../yaml/read.ts'
import { define } from './definition.ts'
import { count, list, record, text } from './take.ts'

/** JSON is parsed by the engine, the others by libraries that take a hundred times as long. */
const LONGEST_JSON = 4_000_000
const LONGEST_DOCUMENT = 50_000

function document(value: unknown, longest = LONGEST_DOCUMENT): string {
  const read = text(value)
  if (read.length > longest)
    throw new ScriptFailure('too-much-memory', `a document longer than ${longest} characters`)
  return read
}

function reading(kind: string, read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    throw new ScriptFailure('evaluation', `not ${kind}: ${error instanceof Error ? error.message : ''}`)
  }
}

/** Of a key that stands twice the last counts, as scripts read what others wrote. */
/** A document that is JSON, or YAML, by its looks. @throws ScriptFailure if it is neither */
export function readDocument(source: unknown): unknown {
  const read = text(source)
  return /^\s*[{[]/.test(read) ? parseJson(document(read, LONGEST_JSON)) : yaml(document(read))
}

function yaml(source: string): unknown {
  const [read] = readYaml({ text: source, most: 1, duplicateKeys: true })
  const [problem] = read?.problems ?? []
  if (problem !== undefined)
    throw new ScriptFailure('evaluation', `not YAML: line ${problem.line}: ${problem.message}`)
  return read?.value ?? null
}

function sortedText(value: unknown, budget: Budget, indent?: string): string {
  const written = JSON.stringify(sortedJson(value, budget), undefined, indent)
  budget.allocate(written.length)
  return written
}

/** YAML as Kubernetes' tools write it: lists no further in than their key, long lines left as they are. */
export function yamlText(value: unknown): string {
  return stringifyYaml(value, { aliasDuplicateObjects: false, indentSeq: false, lineWidth: 0 })
}

export const dataFunctions = [
  define(
    'toJSON(value: any): string',
    'A value as JSON text, keys sorted.',
    {
      cel: ['results.rows[0].toJSON()', '{"name":"web-1","ready":true,"restarts":0}'],
      template: ['{{ index .results.rows 1 | toJSON }}', '{"name":"web-2","ready":false,"restarts":3}'],
    },
    ([value], { budget }) => sortedText(value, budget),
    { also: ['data.ToJSON'] },
  ),
  define(
    'toJSONPretty(value: any, indent?: string): string',
    'A value as JSON text on several lines, keys sorted, indented by two spaces or what is given.',
    { cel: ['toJSONPretty({"a": 1})', '{\n  "a": 1\n}'] },
    ([value, indent], { budget }) =>
      // Templates of others write the indent first.
      typeof value === 'string' && indent !== undefined && typeof indent !== 'string'
        ? sortedText(indent, budget, value.slice(0, 10))
        : sortedText(value, budget, indent === undefined ? '  ' : text(indent).slice(0, 10)),
    { also: ['data.ToJSONPretty'] },
  ),
  define(
    'JSON(text: string): any',
    'Reads JSON text.',
    { cel: [`'{"a": [1, 2]}'.JSON().a[1]`, '2'], template: [`{{ (JSON "{\\"a\\": 7}").a }}`, '7'] },
    ([value]) => parseJson(document(value, LONGEST_JSON)),
    { also: ['json', 'parseJSON', 'data.JSON', 'fromJSON'] },
  ),
  define(
    'JSONArray(text: string): list',
    'Reads JSON text that holds a list.',
    { cel: [`JSONArray('[1, 2, 3]').size()`, '3'] },
    ([value]) => list(parseJson(document(value, LONGEST_JSON))),
    { also: ['jsonArray', 'data.JSONArray'] },
  ),
  define(
    'YAML(text: string): any',
    'Reads YAML text of one document.',
    { cel: ['YAML("a:\\n  b: 3").a.b', '3'], template: ['{{ (YAML "a: 5").a }}', '5'] },
    ([value]) => yaml(document(value)),
    { also: ['yaml', 'data.YAML', 'fromYAML'] },
  ),
  define(
    'toYAML(value: any): string',
    'A value as YAML text, keys sorted.',
    { cel: ['toYAML({"a": [1, "x"]})', 'a:\n- 1\n- x\n'] },
    ([value], { budget }) => yamlText(sortedJson(value, budget)),
    { also: ['data.ToYAML'] },
  ),
  define(
    'TOML(text: string): map',
    'Reads TOML text.',
    { cel: [`TOML('port = 8080').port`, '8080'] },
    ([value]) => reading('TOML', () => parseToml(document(value))),
    { also: ['toml', 'data.TOML', 'fromTOML'] },
  ),
  define(
    'toTOML(value: map): string',
    'An object as TOML text.',
    { cel: [`toTOML({"port": 8080})`, 'port = 8080\n'] },
    ([value], { budget }) =>
      reading('an object for TOML', () => stringifyToml(record(sortedJson(value, budget)))),
    { also: ['data.ToTOML'] },
  ),
  define(
    'CSV(text: any): list',
    'Reads CSV text, or a list of its lines: a list of rows, each a list of texts.',
    { cel: ['CSV("a,b\\n1,2")[1][0]', '1'] },
    ([value]) =>
      reading('CSV', () =>
        parseCsv(document(Array.isArray(value) ? value.map(text).join('\n') : value), {
          relax_column_count: true,
        }),
      ),
    { also: ['csv', 'data.CSV'] },
  ),
  define(
    'toCSV(rows: list): string',
    'A list of rows, each a list, as CSV text.',
    { cel: ['toCSV([["a", "b"], ["1", "x,y"]])', 'a,b\n1,"x,y"\n'] },
    ([rows], { budget }) =>
      stringifyCsv(
        list(rows).map((row) => list(row)),
        budget,
      ),
    { also: ['data.ToCSV'] },
  ),
  define(
    'indent(text: string, width?: any, by?: string): string',
    'Puts that many spaces, or a text so many times, before each line.',
    {
      cel: ['"a\\nb".indent(2)', '  a\n  b'],
      template: ['{{ "a\\nb" | indent 1 }} {{ "a" | strings.Indent "--" }}', 'a\n b --a'],
    },
    ([value, ...rest], { budget }) => {
      const [width = 1n, by = ' '] = typeof rest[0] === 'string' ? [1n, rest[0]] : rest
      const lines = text(value).split('\n')
      const before = text(by).repeat(count(width, 200))
      budget.allocate(lines.length * before.length)
      return lines.map((line) => (line === '' ? line : before + line)).join('\n')
    },
    { also: ['strings.Indent'], subjectLast: true },
  ),
]
