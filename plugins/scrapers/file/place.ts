import type { RunContext } from '@binnacle/plugin-kit/core'
import { readGlob } from '@binnacle/plugin-kit/glob'
import type { ScrapeContext } from '@binnacle/plugin-kit/scrapers'
import type { DocumentFormat } from '@binnacle/clients/documents/read'
import type { FileAddress } from './address.ts'
import type { FileSpec } from './spec.ts'

/** A file of a place, or why it or the place could not be read. */
export type FileResult = { path: string; bytes: Uint8Array } | { problem: string }

/** Reads the files of a place that `selects` wants. Its problems are those of parts that are missing then. */
export type ReadPlace<Kind extends FileAddress['kind']> = (
  place: {
    address: Extract<FileAddress, { kind: Kind }>
    spec: FileSpec
    selects: (path: string) => boolean
  },
  context: ScrapeContext,
) => AsyncIterable<FileResult>

/** Most files of a place. */
export const MOST_FILES = 20_000
/** Most bytes of a file. */
export const LARGEST_FILE = 10_485_760

const USUAL_PATHS = ['**/*.{json,yaml,yml}']

/** The patterns of files that a spec wants. */
export function patternsOf({ paths, format }: Pick<FileSpec, 'paths' | 'format'>): readonly string[] {
  if (paths !== undefined && paths.length > 0) return paths
  return format === undefined || format === 'json' || format === 'yaml' ? USUAL_PATHS : ['**']
}

/** Decides by its path whether a spec wants a file. */
export function selectorOf(spec: Pick<FileSpec, 'paths' | 'ignore' | 'format'>): (path: string) => boolean {
  const wanted = patternsOf(spec).map(readGlob)
  const ignored = (spec.ignore ?? []).map(readGlob)
  return (path) => wanted.some((matches) => matches(path)) && !ignored.some((matches) => matches(path))
}

const endings: Readonly<Record<string, DocumentFormat>> = {
  json: 'json',
  yaml: 'yaml',
  yml: 'yaml',
  properties: 'properties',
}

/** The format of a file by its name. */
export function formatOf(path: string): DocumentFormat {
  return endings[/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''] ?? 'raw'
}

/** Splits a pattern into the folder before the first wildcard and the pattern below it. */
export function splitPattern(path: string): { base: string; pattern: string | undefined } {
  const parts = path.split('/')
  const first = parts.findIndex((part) => /[*?[{]/.test(part))
  if (first === -1) return { base: path, pattern: undefined }
  return { base: parts.slice(0, first).join('/'), pattern: parts.slice(first).join('/') }
}

/** Words about a part of a place, with its secrets replaced. */
export function problemAt(
  path: string,
  message: string,
  { redact }: Pick<RunContext, 'redact'>,
): { problem: string } {
  return { problem: redact(`${path}: ${message}`) }
}
