import { fail, type Problem, type Result, succeed } from '@binnacle/contract'
import { inputJsonSchema, isRecord, problemsOf, type SegmentedProblem } from '@binnacle/plugin-kit'
import { z } from 'zod'
import { type CanaryMetadata, canaryMetadata, type CanaryParser, type ParsedSpec } from './canary.ts'

/** A canary as a file gives it. */
interface CanaryDocument {
  metadata: CanaryMetadata
  spec: ParsedSpec
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

type Located = Result<CanaryDocument, SegmentedProblem[]>

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
async function readDocument(parser: CanaryParser, value: unknown, fallbackName: string): Promise<Located> {
  if (!isRecord(value)) return fail([{ path: '', message: 'a canary is a map of keys', segments: [] }])
  if (!('spec' in value) && !('metadata' in value) && !('kind' in value)) {
    const spec = await parser.parseSpec(value)
    return spec.ok
      ? succeed({ metadata: canaryMetadata.parse({ name: fallbackName }), spec: spec.value })
      : spec
  }
  const metadata = isRecord(value['metadata'])
    ? { name: fallbackName, ...value['metadata'] }
    : { name: fallbackName }
  const whole = manifest.safeParse({ ...value, metadata })
  if (!whole.success) return fail(problemsOf(whole.error, manifestSchema))
  const spec = await parser.parseSpec(whole.data.spec ?? {})
  return spec.ok
    ? succeed({ metadata: canaryMetadata.parse(metadata), spec: spec.value })
    : fail(within('spec', spec.failure))
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
export async function readCanaryFile(
  parser: CanaryParser,
  text: string,
  path: string,
): Promise<CanaryFileContent> {
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
  const content: CanaryFileContent = { documents: [], problems: [] }
  const read = await parser.yaml.read({ text })
  if (!read.ok) content.problems.push({ path: '', message: read.failure.message, line: 1, column: 1 })
  for (const [index, { value, problems }] of (read.ok ? read.value : []).entries()) {
    content.problems.push(...problems.map((problem) => ({ path: '', ...problem })))
    if (problems.length > 0 || value === null) continue
    const document = await readDocument(parser, value, nameFromFile(path))
    if (document.ok) content.documents.push(document.value)
    else content.problems.push(...(await withPlaces(parser, { text, document: index }, document.failure)))
  }
  refuseSameIdentity(content)
  return { ...content, problems: content.problems.slice(0, MOST_PROBLEMS) }
}

/** Problems of a document with their places in the text. */
export async function withPlaces(
  { yaml }: CanaryParser,
  written: { text: string; document: number; most?: number },
  problems: readonly SegmentedProblem[],
): Promise<Problem[]> {
  const shown = problems.slice(0, MOST_PROBLEMS)
  const located = await yaml.locate({ ...written, paths: shown.map(({ segments }) => segments) })
  return shown.map(({ path, message }, index) => {
    const place = located.ok ? located.value[index] : undefined
    return place === undefined ? { path, message } : { path, message, line: place.line, column: place.column }
  })
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
