import type { Problem } from '@binnacle/contract/core'
import { inputJsonSchema, isRecord, problemsOf, type SegmentedProblem } from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import { withPlaces } from '../../../platform/specs/places.ts'
import { withoutAnchors } from '../../../platform/specs/spellings.ts'
import {
  documentMetadata,
  LARGEST_SPEC,
  type ParsedScraper,
  type ScraperMetadata,
  type ScraperParser,
} from './scraper.ts'

/** A scraper of a file. */
export interface ScraperDocument {
  metadata: ScraperMetadata
  spec: ParsedScraper
}

/** The valid scrapers of a file, and the problems of the others. */
export interface ScraperFileContent {
  documents: ScraperDocument[]
  problems: Problem[]
}

const MOST_PROBLEMS = 100

const manifest = z.strictObject({
  apiVersion: z.string().optional(),
  kind: z.literal('ScrapeConfig', 'only documents of kind ScrapeConfig are read').optional(),
  metadata: documentMetadata,
  spec: z.unknown(),
  status: z.unknown().optional(),
})
const manifestSchema = inputJsonSchema(manifest)

function inSpec(problems: readonly SegmentedProblem[]): SegmentedProblem[] {
  return problems.map((problem) => ({
    ...problem,
    path: problem.path === '' ? 'spec' : `spec.${problem.path}`,
    segments: ['spec', ...problem.segments],
  }))
}

/** Parses a document: a manifest with metadata and spec, or a bare spec with the name of its file. */
async function readDocument(
  parser: ScraperParser,
  value: unknown,
  fallbackName: string,
): Promise<ScraperDocument | SegmentedProblem[]> {
  if (!isRecord(value)) return [{ path: '', message: 'a scraper is a map of keys', segments: [] }]
  const isBare = !('spec' in value) && !('metadata' in value) && !('kind' in value)
  const named = isRecord(value['metadata']) ? value['metadata'] : {}
  const whole = manifest.safeParse({
    ...(isBare ? { spec: value } : value),
    metadata: { name: fallbackName, ...named },
  })
  if (!whole.success) return problemsOf(whole.error, manifestSchema)
  const { name, namespace } = whole.data.metadata
  const spec = await parser.parse(whole.data.spec ?? {})
  if (!spec.ok) return isBare ? spec.failure : inSpec(spec.failure)
  return { metadata: { name, namespace }, spec: spec.value }
}

/**
 * Parses a file of scrapers. Each document is parsed separately, so that an error in one does not affect others.
 * @param fallbackName name of a scraper without one
 */
export async function readScraperFile(
  parser: ScraperParser,
  text: string,
  fallbackName: string,
): Promise<ScraperFileContent> {
  if (Buffer.byteLength(text) > LARGEST_SPEC)
    return {
      documents: [],
      problems: [{ path: '', message: 'the file is too large; split it into several' }],
    }
  const read = await parser.yaml.read({ text })
  if (!read.ok)
    return { documents: [], problems: [{ path: '', message: read.failure.message, line: 1, column: 1 }] }
  const content: ScraperFileContent = { documents: [], problems: [] }
  for (const [index, yaml] of read.value.entries()) {
    content.problems.push(...yaml.problems.map((problem) => ({ path: '', ...problem })))
    if (yaml.problems.length > 0 || yaml.value === null) continue
    const known = withoutAnchors(yaml, (key) => key in manifest.shape || parser.isSpecKey(key))
    const document = await readDocument(parser, known, fallbackName)
    if (Array.isArray(document))
      content.problems.push(...(await withPlaces(parser, { text, document: index }, document)))
    else content.documents.push(document)
  }
  return { ...content, problems: content.problems.slice(0, MOST_PROBLEMS) }
}
