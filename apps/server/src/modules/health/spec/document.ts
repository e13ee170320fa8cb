import { fail, type Problem, type Result, succeed } from '@binnacle/contract'
import { inputJsonSchema, isRecord, problemsOf, type SegmentedProblem } from '@binnacle/plugin-kit'
import { z } from 'zod'
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
  visit,
} from 'yaml'
import { isMergeKey, mergeProblem } from './merge-keys.ts'
import { type CanaryMetadata, canaryMetadata, type CanaryParser, type ParsedSpec } from './canary.ts'

/** A canary as a file gives it. */
interface CanaryDocument {
  metadata: CanaryMetadata
  spec: ParsedSpec
  /** Whether checks are left out because they are wrong: what ran under their names goes on. */
  isPartial: boolean
}

/** What a file of canaries holds: those that are right, and all that is wrong with the others. */
export interface CanaryFileContent {
  documents: CanaryDocument[]
  problems: Problem[]
}

/** A larger file is more likely a mistake than a list of checks. */
export const LARGEST_FILE = 1_048_576
/** Other messages than these say no more. */
const MOST_PROBLEMS = 100

/** A place in a text, counted from 1. */
export interface Place {
  line: number
  column: number
}

function placeAt(lines: LineCounter, offset: number): Place {
  const { line, col } = lines.linePos(offset)
  return { line, column: col }
}

function sameKey(key: unknown, part: PropertyKey): boolean {
  const text = isRecord(key) && 'value' in key ? String(key['value']) : String(key)
  return text.toLowerCase() === String(part).toLowerCase()
}

/** The place of a path in a text: that of the key where it has one, else of what surrounds it. */
export function placeOf(document: Document.Parsed, lines: LineCounter, path: readonly PropertyKey[]): Place {
  let node: Node | null = document.contents
  let offset = node?.range?.[0] ?? 0
  for (const part of path) {
    if (isAlias(node)) node = node.resolve(document) ?? null
    if (isMap(node)) {
      const pair = node.items.find((item) => sameKey(item.key, part))
      const key: unknown = pair?.key
      if (pair === undefined) break
      if (isRecord(key) && Array.isArray(key['range'])) offset = Number(key['range'][0])
      node = isNode(pair.value) ? pair.value : null
    } else if (isSeq(node)) {
      const item: unknown = node.items[Number(part)]
      if (!isNode(item)) break
      node = item
      offset = item.range?.[0] ?? offset
    } else break
  }
  return placeAt(lines, offset)
}

function isNode(value: unknown): value is Node {
  return isRecord(value) && 'range' in value
}

/** What Kubernetes adds to the metadata of an exported manifest; it says nothing to us. */
const addedByCluster = [
  'creationTimestamp',
  'finalizers',
  'generation',
  'managedFields',
  'ownerReferences',
  'resourceVersion',
  'selfLink',
  'uid',
] as const

const manifest = z.strictObject({
  apiVersion: z.string().optional(),
  kind: z.literal('Canary', 'only documents of kind Canary are read').optional(),
  metadata: z.strictObject({
    ...canaryMetadata.shape,
    ...Object.fromEntries(addedByCluster.map((key) => [key, z.unknown().optional()])),
  }),
  spec: z.unknown(),
  status: z.unknown().optional(),
})

const manifestSchema = inputJsonSchema(manifest)

interface ReadDocument {
  /** Undefined where nothing of the document can be used. */
  document: CanaryDocument | undefined
  problems: SegmentedProblem[]
}

function refused(problems: SegmentedProblem[]): ReadDocument {
  return { document: undefined, problems }
}

function within(prefix: string, problems: readonly SegmentedProblem[]): SegmentedProblem[] {
  return problems.map((problem) => ({
    ...problem,
    path:
      problem.path === ''
        ? prefix
        : problem.path.startsWith('[')
          ? prefix + problem.path
          : `${prefix}.${problem.path}`,
    segments: [prefix, ...problem.segments],
  }))
}

/** A document is a manifest with metadata and spec, or a bare spec whose name is that of its file. */
function readDocument(parser: CanaryParser, value: unknown, fallbackName: string): ReadDocument {
  if (!isRecord(value)) return refused([{ path: '', message: 'a canary is a map of keys', segments: [] }])
  const isBare = !('spec' in value) && !('metadata' in value) && !('kind' in value)
  const metadata = isRecord(value['metadata'])
    ? { name: fallbackName, ...value['metadata'] }
    : { name: fallbackName }
  const whole = isBare ? undefined : manifest.safeParse({ ...value, metadata })
  if (whole?.success === false) return refused(problemsOf(whole.error, manifestSchema))
  const { spec, problems } = parser.parsePartly(whole === undefined ? value : (whole.data.spec ?? {}))
  return {
    document:
      spec === undefined
        ? undefined
        : { metadata: canaryMetadata.parse(metadata), spec, isPartial: problems.length > 0 },
    problems: isBare ? problems : within('spec', problems),
  }
}

/** How YAML is read. Keys that stand twice are found below: the library compares each key of a map with all others. */
export const yamlOptions = { prettyErrors: true, uniqueKeys: false, merge: true } as const

function doubledKeys(document: Document.Parsed, lines: LineCounter): Problem[] {
  const problems: Problem[] = []
  visit(document, {
    Map(_, map) {
      const seen = new Set<unknown>()
      for (const { key } of map.items) {
        if (!isScalar(key) || isMergeKey(key)) continue
        if (seen.has(key.value))
          problems.push({
            path: '',
            message: 'Map keys must be unique',
            ...placeAt(lines, key.range?.[0] ?? 0),
          })
        seen.add(key.value)
      }
    },
  })
  return problems
}

/** What keeps a document from being YAML that means one thing. */
export function syntaxProblems(document: Document.Parsed, lines: LineCounter): Problem[] {
  if (document.errors.length === 0) return doubledKeys(document, lines)
  return document.errors.map((error) => ({
    path: '',
    message: (error.message.split(' at line ')[0] ?? error.message).replace(
      /^Tabs are not allowed as indentation$/,
      'tabs are not allowed as indentation; use spaces',
    ),
    ...(error.linePos === undefined ? {} : { line: error.linePos[0].line, column: error.linePos[0].col }),
  }))
}

/** The name of a canary that does not say its own: that of the file, as upstream tools derive it. */
export function nameFromFile(path: string): string {
  const base = path.split(/[/\\]/).at(-1) ?? path
  return base.replace(/\.(ya?ml|json)$/i, '').replaceAll('_', '') || 'canary'
}

/**
 * Reads a file of canaries; each document is judged by itself, so that one with an error holds back no other.
 * @param path for the name of a canary that has none
 */
export function readCanaryFile(parser: CanaryParser, text: string, path: string): CanaryFileContent {
  if (Buffer.byteLength(text) > LARGEST_FILE)
    return {
      documents: [],
      problems: [
        {
          path: '',
          message: `the file has ${Math.round(Buffer.byteLength(text) / 1_048_576)} MiB; the most is ${LARGEST_FILE / 1_048_576} MiB, split it into several`,
        },
      ],
    }
  const lines = new LineCounter()
  const parsed = parseAllDocuments(text, { lineCounter: lines, ...yamlOptions })
  const content: CanaryFileContent = { documents: [], problems: [] }
  for (const document of Array.isArray(parsed) ? parsed : []) {
    const problems = syntaxProblems(document, lines)
    if (problems.length > 0) {
      content.problems.push(...problems)
      continue
    }
    const value = toValue(document, (key) => key in manifest.shape || parser.isSpecKey(key))
    if (!value.ok) {
      content.problems.push({ path: '', message: value.failure, ...placeOf(document, lines, []) })
      continue
    }
    if (value.value === null) continue
    const read = readDocument(parser, value.value, nameFromFile(path))
    if (read.document !== undefined) content.documents.push(read.document)
    content.problems.push(
      ...read.problems.slice(0, MOST_PROBLEMS).map(({ segments, ...problem }) => ({
        ...problem,
        ...placeOf(document, lines, segments),
      })),
    )
  }
  refuseSameIdentity(content)
  return { ...content, problems: content.problems.slice(0, MOST_PROBLEMS) }
}

/**
 * The value of a document. Aliases that multiply themselves are an error of the library, not of memory.
 * @param isKnown whether a key at the top means something; another one with an anchor is there for its aliases only
 */
export function toValue(
  document: Document.Parsed,
  isKnown: (key: string) => boolean,
): Result<unknown, string> {
  try {
    const problem = mergeProblem(document)
    if (problem !== undefined) return fail(problem)
    const value: unknown = document.toJS({ maxAliasCount: 100 })
    return succeed(isRecord(value) ? withoutAnchors(document, value, isKnown) : value)
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

function withoutAnchors(
  { contents }: Document.Parsed,
  value: Record<string, unknown>,
  isKnown: (key: string) => boolean,
): Record<string, unknown> {
  if (!isMap(contents)) return value
  const anchored = new Set(
    contents.items.flatMap(({ key, value: part }) =>
      isScalar(key) && isNode(part) && 'anchor' in part && part.anchor !== undefined
        ? [String(key.value)]
        : [],
    ),
  )
  return Object.fromEntries(Object.entries(value).filter(([key]) => !anchored.has(key) || isKnown(key)))
}

function refuseSameIdentity(content: CanaryFileContent): void {
  const seen = new Set<string>()
  content.documents = content.documents.filter(({ metadata }) => {
    const identity = `${metadata.namespace}/${metadata.name}`
    if (!seen.has(identity)) return seen.add(identity)
    content.problems.push({
      path: 'metadata.name',
      message: `another canary of this file is named ${identity} already`,
    })
    return false
  })
}
