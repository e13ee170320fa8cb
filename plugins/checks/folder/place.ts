import { posix } from 'node:path'
import type { CheckOutcome, Json } from '@binnacle/plugin-kit/core'
import { readGlob } from '@binnacle/plugin-kit/glob'

/** A file, wherever it is. */
export interface FoundFile {
  /** Below the folder that was asked for, with / between the parts. */
  name: string
  /** Full key of an object in a bucket. */
  key?: string
  /** Bytes. */
  size: number
  modified: Date
  /** Rights as ls shows them, where there are such. */
  mode?: string
}

interface FoundFolder extends Omit<FoundFile, 'size'> {
  isFolder: true
}

export type Entry = FoundFile | FoundFolder

export interface Space {
  /** Bytes that can still be written. */
  available: number
  /** Bytes of the file system in all. */
  total: number
}

/** What was found in a folder. */
export interface Findings {
  files: readonly FoundFile[]
  /** When the folder itself was changed, where it exists and knows. */
  changed?: Date
  space?: Space
  /** Evidence of how it was reached. */
  details?: Readonly<Record<string, Json>>
}

/** Findings, or the outcome of a check that found nothing out. */
export type Found = { ok: true; value: Findings } | { ok: false; failure: CheckOutcome }

/** More files than this end the search: a check that walks a whole disk is a mistake. */
export const MOST_FILES = 50_000

/** Walks folders of a place that can list one at a time. */
export interface Lister {
  /** @returns the entries of a folder by their own names, or undefined where there is no such folder */
  list(folder: string, signal: AbortSignal): Promise<readonly Entry[] | undefined>
}

/** Splits a path with wildcards: the folder before the first of them, and the pattern of what is below it. */
export function splitPattern(path: string): { base: string; pattern?: string } {
  const parts = path.split('/')
  const first = parts.findIndex((part) => /[*?[{]/.test(part))
  if (first === -1) return { base: path }
  return { base: parts.slice(0, first).join('/') || '/', pattern: parts.slice(first).join('/') }
}

/** How deep a walk has to go. */
export function depthOf(pattern: string | undefined, recursive: boolean): number {
  if (recursive || pattern?.includes('**') === true) return Number.POSITIVE_INFINITY
  return pattern === undefined ? 1 : pattern.split('/').length
}

function isFolder(entry: Entry): entry is FoundFolder {
  return 'isFolder' in entry
}

/** Tells which files are meant by a pattern; with `recursive`, also those below a folder that is. */
export function meaningOf(pattern: string | undefined, recursive: boolean): (name: string) => boolean {
  if (pattern === undefined) return () => true
  const isItself = readGlob(pattern)
  if (!recursive) return isItself
  const isBelow = readGlob(`${pattern}/**`)
  return (name) => isItself(name) || isBelow(name)
}

/**
 * Finds the files of a folder.
 * @param base the folder, without wildcards
 * @param pattern of names below it
 * @throws when there are more than a check can mean, or when the signal aborts
 */
export async function walk(
  lister: Lister,
  { base, pattern, recursive }: { base: string; pattern?: string | undefined; recursive: boolean },
  signal: AbortSignal,
): Promise<FoundFile[]> {
  const files: FoundFile[] = []
  const deepest = depthOf(pattern, recursive)
  const isMeant = meaningOf(pattern, recursive)
  const waiting = [{ folder: '', depth: 1 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { folder, depth } = next
    signal.throwIfAborted()
    const entries = await lister.list(posix.join(base, folder), signal)
    for (const entry of entries ?? []) {
      const name = posix.join(folder, entry.name)
      if (isFolder(entry)) {
        if (depth < deepest) waiting.push({ folder: name, depth: depth + 1 })
      } else if (isMeant(name)) files.push({ ...entry, name })
      if (files.length > MOST_FILES) throw new RangeError(`the folder has more than ${MOST_FILES} files`)
    }
  }
  return files
}

/** Rights of a file as ls shows them, of the mode number of POSIX. */
export function writeMode(mode: number): string {
  const letters = 'rwxrwxrwx'.split('')
  return `-${letters.map((letter, index) => (((mode >> (8 - index)) & 1) === 1 ? letter : '-')).join('')}`
}
