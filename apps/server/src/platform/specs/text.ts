import { fail, type Problem, type Result, succeed } from '@binnacle/contract/core'
import { isRecord, propertiesOf } from '@binnacle/contract/schema'
import { childNode, itemNode, type SchemaNode } from '@binnacle/plugin-kit/core'
import { RequestError } from '../errors.ts'
import type { YamlReader } from '@binnacle/scripting/yaml'
import { withoutAnchors } from './spellings.ts'

/** What reads and writes specs of one kind as text. */
export interface SpecTextParser {
  yaml: YamlReader
  /** Schema of a spec. */
  jsonSchema: SchemaNode
  /** Whether a spec may have a key, in any spelling. */
  isSpecKey(this: void, key: string): boolean
}

/** Parses the YAML of a spec. @returns its value, or the syntax errors */
export async function readSpecText(
  { yaml, isSpecKey }: SpecTextParser,
  text: string,
): Promise<Result<unknown, Problem[]>> {
  const read = await yaml.read({ text, most: 1 })
  if (!read.ok) return fail([{ path: '', message: read.failure.message, line: 1, column: 1 }])
  const [document] = read.value
  if (document === undefined) return succeed(null)
  return document.problems.length > 0
    ? fail(document.problems.map((problem) => ({ path: '', ...problem })))
    : succeed(withoutAnchors(document, isSpecKey))
}

/** Sorts the keys of a value in the order of its schema, unknown keys last. */
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

/** Writes a spec that has no text as YAML, with keys in the order of the schema. */
export async function writeSpecText({ yaml, jsonSchema }: SpecTextParser, value: unknown): Promise<string> {
  const written = await yaml.write({ value: inOrder(value, jsonSchema) })
  if (!written.ok)
    throw new RequestError('EUNAVAILABLE', `The spec cannot be written: ${written.failure.message}`)
  return written.value
}
