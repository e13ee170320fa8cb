import { fail, isRecord, type Problem, propertiesOf, type Result, succeed } from '@binnacle/contract'
import { childNode, itemNode, type SchemaNode } from '@binnacle/plugin-kit'
import { type Document, LineCounter, parseDocument, stringify } from 'yaml'
import { type Place, placeOf, syntaxProblems, toValue, yamlOptions } from './document.ts'

/** A spec that was written as YAML. */
export interface SpecText {
  value: unknown
  document: Document.Parsed
  /** The place of a path in the text. */
  place(path: readonly PropertyKey[]): Place
}

/**
 * Reads the YAML of a spec.
 * @param isKnown whether a key at the top means something; another one with an anchor is left out
 * @returns its value, or what keeps it from being YAML
 */
export function readSpecText(
  text: string,
  isKnown: (key: string) => boolean = () => false,
): Result<SpecText, Problem[]> {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, ...yamlOptions })
  const problems = syntaxProblems(document, lines)
  if (problems.length > 0) return fail(problems)
  const value = toValue(document, isKnown)
  if (!value.ok) return fail([{ path: '', message: value.failure, line: 1, column: 1 }])
  return succeed({
    value: value.value,
    document,
    place: (path) => placeOf(document, lines, path),
  })
}

/** The same value with its keys in the order of a schema; keys that it does not name stand last. */
function inOrder(value: unknown, node: SchemaNode | undefined): unknown {
  if (node === undefined) return value
  if (Array.isArray(value)) return value.map((item) => inOrder(item, itemNode(node)))
  if (!isRecord(value)) return value
  const known = propertiesOf(node).map(([key]) => key)
  const place = (key: string) => (known.includes(key) ? known.indexOf(key) : known.length)
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => place(a) - place(b))
      .map(([key, item]) => [key, inOrder(item, childNode(node, key))]),
  )
}

/** A spec as YAML whose keys stand in the order of the schema, as it did not come as text. */
export function writeSpecText(value: unknown, schema: SchemaNode): string {
  return stringify(inOrder(value, schema), { lineWidth: 0 })
}
