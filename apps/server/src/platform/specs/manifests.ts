import type { Problem, Result } from '@binnacle/contract/core'
import {
  inputJsonSchema,
  isRecord,
  labels,
  plainName,
  problemsOf,
  type SegmentedProblem,
} from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import { withPlaces } from './places.ts'
import { pathInSpec } from './refuse.ts'
import { withoutAnchors } from './spellings.ts'
import type { SpecTextParser } from './text.ts'

/** Most problems of a file. */
const MOST_PROBLEMS = 100

/** What a manifest says of its thing. Clusters add more, which means nothing here. */
const documentMetadata = z.looseObject({
  name: plainName,
  namespace: plainName.default('default'),
  labels: labels.optional(),
})

/** A thing of a file. */
export interface ManifestDocument<Spec> {
  metadata: { name: string; namespace: string; labels: Readonly<Record<string, string>> }
  spec: Spec
}

/** The valid things of a file, and the problems of the others. */
export interface ManifestFileContent<Spec> {
  documents: ManifestDocument<Spec>[]
  problems: Problem[]
}

/** How the things of a file are read. */
export interface ManifestReader<Spec> {
  /** The `kind` of their manifests. */
  kind: string
  /** What one is called, with its article. */
  noun: string
  /** Most bytes of a file. */
  largest: number
  parser: SpecTextParser & { parse(written: unknown): Promise<Result<Spec, SegmentedProblem[]>> }
}

const inSpec = (problems: readonly SegmentedProblem[]): SegmentedProblem[] =>
  problems.map((problem) => ({
    ...problem,
    path: pathInSpec(problem.path),
    segments: ['spec', ...problem.segments],
  }))

/**
 * Makes what parses files of manifests: metadata and spec, or a bare spec with the name of its file. Each document is parsed
 * separately, so that an error in one does not affect others.
 */
export function createManifestReader<Spec>({ kind, noun, largest, parser }: ManifestReader<Spec>) {
  const manifest = z.strictObject({
    apiVersion: z.string().optional(),
    kind: z.literal(kind, `only documents of kind ${kind} are read`).optional(),
    metadata: documentMetadata,
    spec: z.unknown(),
    status: z.unknown().optional(),
  })
  const manifestSchema = inputJsonSchema(manifest)

  async function readDocument(
    value: unknown,
    fallbackName: string,
  ): Promise<ManifestDocument<Spec> | SegmentedProblem[]> {
    if (!isRecord(value)) return [{ path: '', message: `${noun} is a map of keys`, segments: [] }]
    const isBare = !('spec' in value) && !('metadata' in value) && !('kind' in value)
    const named = isRecord(value['metadata']) ? value['metadata'] : {}
    const whole = manifest.safeParse({
      ...(isBare ? { spec: value } : value),
      metadata: { name: fallbackName, ...named },
    })
    if (!whole.success) return problemsOf(whole.error, manifestSchema)
    const { name, namespace, labels: given = {} } = whole.data.metadata
    const spec = await parser.parse(whole.data.spec ?? {})
    if (!spec.ok) return isBare ? spec.failure : inSpec(spec.failure)
    return { metadata: { name, namespace, labels: given }, spec: spec.value }
  }

  /** @param fallbackName name of a thing without one */
  return async (text: string, fallbackName: string): Promise<ManifestFileContent<Spec>> => {
    if (Buffer.byteLength(text) > largest)
      return {
        documents: [],
        problems: [{ path: '', message: 'the file is too large; split it into several' }],
      }
    const read = await parser.yaml.read({ text })
    if (!read.ok)
      return { documents: [], problems: [{ path: '', message: read.failure.message, line: 1, column: 1 }] }
    const content: ManifestFileContent<Spec> = { documents: [], problems: [] }
    for (const [index, yaml] of read.value.entries()) {
      content.problems.push(...yaml.problems.map((problem) => ({ path: '', ...problem })))
      if (yaml.problems.length > 0 || yaml.value === null) continue
      const known = withoutAnchors(yaml, (key) => key in manifest.shape || parser.isSpecKey(key))
      const document = await readDocument(known, fallbackName)
      if (Array.isArray(document))
        content.problems.push(...(await withPlaces(parser, { text, document: index }, document)))
      else content.documents.push(document)
    }
    return { ...content, problems: content.problems.slice(0, MOST_PROBLEMS) }
  }
}
