import { parse as parseCsv } from 'csv-parse/sync'
import { ScriptFailure } from '../failure.ts'
import { isRecord, recordOf } from '../values.ts'
import { readYaml } from '../yaml/read.ts'
import { define } from './definition.ts'
import { text } from './take.ts'

/** As long as a document may be whose library takes a hundred times as long as the engine does for JSON. */
const LONGEST = 50_000

function document(value: unknown): string {
  const read = Array.isArray(value) ? value.map(text).join('\n') : text(value)
  if (read.length > LONGEST)
    throw new ScriptFailure('too-much-memory', `a document longer than ${LONGEST} characters`)
  return read
}

/** Objects of a CSV text, one for each row. The names are those of the first line, or those given before the text. */
function rowsOf(values: readonly unknown[]): { names: readonly string[]; rows: readonly string[][] } {
  const source = document(values.at(-1))
  const [first, second] = values.slice(0, -1).map(text)
  const [delimiter, names] = first !== undefined && first.length > 1 ? [second, first] : [first, second]
  let read: string[][]
  try {
    read = parseCsv(source, { relax_column_count: true, ...(delimiter ? { delimiter } : {}) })
  } catch (error) {
    throw new ScriptFailure('evaluation', `not CSV: ${error instanceof Error ? error.message : ''}`)
  }
  if (names !== undefined) return { names: names.split(delimiter || ','), rows: read }
  return { names: read[0] ?? [], rows: read.slice(1) }
}

function byRow(values: readonly unknown[]): Record<string, unknown>[] {
  const { names, rows } = rowsOf(values)
  return rows.map((row) => recordOf(names.map((name, index) => [name, row[index] ?? ''] as const)))
}

function byColumn(values: readonly unknown[]): Record<string, unknown> {
  const { names, rows } = rowsOf(values)
  return recordOf(names.map((name, index) => [name, rows.map((row) => row[index] ?? '')] as const))
}

export const tableFunctions = [
  define(
    'YAMLArray(text: string): list',
    'Reads YAML text of one document that holds a list.',
    {
      cel: ['YAMLArray("- name\\n- size")[1]', 'size'],
      template: ['{{ index (yamlArray "- a\\n- b") 0 }}', 'a'],
    },
    ([value]) => {
      const [read] = readYaml({ text: document(value), most: 1, duplicateKeys: true })
      const [problem] = read?.problems ?? []
      if (problem !== undefined)
        throw new ScriptFailure('evaluation', `not YAML: line ${problem.line}: ${problem.message}`)
      const found = read?.value ?? []
      if (!Array.isArray(found))
        throw new ScriptFailure(
          'evaluation',
          `the YAML holds ${isRecord(found) ? 'an object' : 'a value'}, not a list`,
        )
      return found
    },
    { also: ['yamlArray', 'data.YAMLArray'] },
  ),
  define(
    'CSVByRow(text: any): list',
    'Reads CSV text, or a list of its lines, whose first line has the names: an object for each row.',
    { cel: ['CSVByRow("lang,words\\nC,32\\nGo,25")[1].words', '25'] },
    (values) => byRow(values),
    { also: ['data.CSVByRow'], only: ['cel', 'javascript'] },
  ),
  define(
    'CSVByColumn(text: any): map',
    'Reads CSV text, or a list of its lines, whose first line has the names: a list of values for each column.',
    { cel: ['CSVByColumn("lang,words\\nC,32\\nGo,25").lang', '[C Go]'] },
    (values) => byColumn(values),
    { also: ['data.CSVByColumn'], only: ['cel', 'javascript'] },
  ),
  define(
    'csvByRow(...options: any): list',
    'Reads CSV text, which comes last: an object for each row. A separator and the names may come before it.',
    { template: ['{{ range "C;32" | csvByRow ";" "lang;words" }}{{ .lang }}={{ .words }}{{ end }}', 'C=32'] },
    (values) => byRow(values),
    { also: ['data.CSVByRow'], only: ['template'] },
  ),
  define(
    'csvByColumn(...options: any): map',
    'Reads CSV text, which comes last: a list of values for each column. A separator and the names may come before it.',
    { template: ['{{ ("a,b\\n1,2" | csvByColumn).b }}', '[2]'] },
    (values) => byColumn(values),
    { also: ['data.CSVByColumn'], only: ['template'] },
  ),
]
