import type { Problem } from '@binnacle/contract/core'
import { inputJsonSchema, isRecord, problemsOf, type SegmentedProblem } from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import { withPlaces } from '../../../platform/specs/places.ts'
import { withoutAnchors } from '../../../platform/specs/spellings.ts'
import { type CanaryMetadata, canaryMetadata, type CanaryParser, type ParsedSpec } from './canary.ts'

/** A canary of a file. */
interface CanaryDocument {
  metadata: CanaryMetadata
  spec: ParsedSpec
  /** Whether invalid checks are missing: stored checks with their names continue to run. */
  isPartial: boolean
}

/** The valid canaries of a file, and the problems of the others. */
export interface CanaryFileContent {
  documents: CanaryDocument[]
  problems: Problem[]
}

/** A larger file is more likely a mistake than a list of checks. */
export const LARGEST_FILE = 1_048_576
/** Most problems of a file. */
const MOST_PROBLEMS = 100

/** Metadata that Kubernetes adds to an exported manifest, ignored. */
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
  /** Undefined if nothing of the document is valid. */
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

/** Parses a document: a manifest with metadata and spec, or a bare spec with the name of its file. */
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
  const parsed = isBare ? undefined : manifest.safeParse({ ...value, metadata })
  if (parsed?.success === false) return refused(problemsOf(parsed.error, manifestSchema))
  const { spec, problems } = await parser.parsePartly(parsed === undefined ? value : (parsed.data.spec ?? {}))
  return {
    document:
      spec === undefined
        ? undefined
        : { metadata: canaryMetadata.parse(metadata), spec, isPartial: problems.length > 0 },
    problems: isBare ? problems : within('spec', problems),
  }
}

/** The name of a canary without one, derived from its file as canary-checker does. */
export function nameFromFile(path: string): string {
  const base = path.split(/[/\\]/).at(-1) ?? path
  return base.replace(/\.(ya?ml|json)$/i, '').replaceAll('_', '') || 'canary'
}

/**
 * Parses a file of canaries. Each document is parsed separately, so that an error in one does not affect others.
 * @param path gives the name of a canary without one
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
