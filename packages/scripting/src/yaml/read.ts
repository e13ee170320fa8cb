import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type LineCounter, type Node } from 'yaml'
import type { YamlProblem } from './limits.ts'
import { parseYaml, placeAt } from './parse.ts'

/** One document of a text, as plain data. */
export interface ReadDocument {
  /** Null when the document is empty or has a problem. */
  value: unknown
  problems: readonly YamlProblem[]
  /** Top-level keys whose value has an anchor, so that they may exist only for their aliases. Missing if no value has one. */
  anchored?: readonly string[]
}

/** What to read: a text, and how many documents it may have. */
export interface YamlInput {
  text: string
  /** With 1, a text without any document is a document that is null. */
  most?: number | undefined
  /** Whether a key may stand twice in a map; the last one counts then. */
  duplicateKeys?: boolean | undefined
}

/** Which places to find. */
export interface LocateInput extends YamlInput {
  /** Which document of the text, from 0. */
  document: number
  paths: readonly (readonly PropertyKey[])[]
}

/** The place of something in a text. */
export interface YamlPlace {
  /** From 1. */
  line: number
  column: number
  /** Where a scalar begins and ends, in characters from 0; undefined for anything else. */
  scalar: { from: number; to: number } | undefined
}

/** Reads a text within the limits of `yamlLimits`. @returns its documents; one with a problem if it is no YAML at all */
export function readYaml({ text, most, duplicateKeys }: YamlInput): ReadDocument[] {
  const stream = parseYaml(text, most, duplicateKeys)
  return 'problem' in stream
    ? [{ value: null, problems: [stream.problem] }]
    : stream.documents.map(({ document, value, problems }) => {
        const anchored = anchoredKeys(document)
        return { value, problems, ...(anchored.length === 0 ? {} : { anchored }) }
      })
}

function anchoredKeys({ contents }: Document.Parsed): string[] {
  if (!isMap(contents)) return []
  return contents.items.flatMap(({ key, value }) =>
    isScalar(key) && (isMap(value) || isSeq(value) || isScalar(value)) && value.anchor !== undefined
      ? [String(key.value)]
      : [],
  )
}

function isSameKey(key: unknown, part: PropertyKey): boolean {
  const text = isScalar(key) ? String(key.value) : String(key)
  return text.toLowerCase() === String(part).toLowerCase()
}

/** The place of a key where there is one, else of what surrounds it. */
function placeOf(document: Document.Parsed, lines: LineCounter, path: readonly PropertyKey[]): YamlPlace {
  let node: Node | null = document.contents
  let offset = node?.range?.[0] ?? 0
  let found = true
  for (const part of path) {
    if (isAlias(node)) node = node.resolve(document) ?? null
    const next: unknown = isMap(node)
      ? node.items.find(({ key }) => isSameKey(key, part))
      : isSeq(node)
        ? node.items[Number(part)]
        : undefined
    found = next !== undefined
    if (next === undefined) break
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isSameKey(key, part))
      const key: unknown = pair?.key
      if (isNode(key)) offset = key.range?.[0] ?? offset
      node = isNode(pair?.value) ? pair.value : null
    } else if (isNode(next)) {
      node = next
      offset = next.range?.[0] ?? offset
    } else break
  }
  const range = found && isScalar(node) ? node.range : undefined
  return {
    ...placeAt(lines, offset),
    scalar: range === undefined || range === null ? undefined : { from: range[0], to: range[1] },
  }
}

/** Finds places of paths in one document of a text. @returns one for each path; the first line where nothing is found */
export function locateYaml({ text, most, document, paths }: LocateInput): YamlPlace[] {
  const stream = parseYaml(text, most)
  const found = 'problem' in stream ? undefined : stream.documents[document]
  return paths.map((path) =>
    'problem' in stream || found === undefined
      ? { line: 1, column: 1, scalar: undefined }
      : placeOf(found.document, stream.lines, path),
  )
}
