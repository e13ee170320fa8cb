import type { Problem } from '@binnacle/contract'
import { inputJsonSchema, isRecord, problemsOf, type SegmentedProblem } from '@binnacle/plugin-kit'
import { z } from 'zod'
import { type CanaryMetadata, canaryMetadata, type CanaryParser, type ParsedSpec } from './canary.ts'
import { withoutAnchors } from './spellings.ts'

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
async function readDocument(
  parser: CanaryParser,
  value: unknown,
  fallbackName: string,
): Promise<ReadDocument> {
  if (!isRecord(value)) return refused([{ path: '', message: 'a canary is a map of keys', segments: [] }])
  const isBare = !('spec' in value) && !('metadata' in value) && !('kind' in value)
  const metadata = isRecord(value['metadata'])
    ? { name: fallbackName, ...value['metadata'] }
    : { name: fallbackName }
  const whole = isBare ? undefined : manifest.safeParse({ ...value, metadata })
  if (whole?.success === false) return refused(problemsOf(whole.error, manifestSchema))
  const { spec, problems } = await parser.parsePartly(whole === undefined ? value : (whole.data.spec ?? {}))
  return {
    document:
      spec === undefined
        ? undefined
        : { metadata: canaryMetadata.parse(metadata), spec, isPartial: problems.length > 0 },
    problems: isBare ? problems : within('spec', problems),
  }
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
  for (const [index, yaml] of (read.ok ? read.value : []).entries()) {
    const { value, problems } = yaml
    content.problems.push(...problems.map((problem) => ({ path: '', ...problem })))
    if (problems.length > 0 || value === null) continue
    const known = withoutAnchors(yaml, (key) => key in manifest.shape || parser.isSpecKey(key))
    const { document, problems: found } = await readDocument(parser, known, nameFromFile(path))
    if (document !== undefined) content.documents.push(document)
    if (found.length > 0)
      content.problems.push(...(await withPlaces(parser, { text, document: index }, found)))
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
