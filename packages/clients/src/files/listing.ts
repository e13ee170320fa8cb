import { posix } from 'node:path'
import type { CheckOutcome, Json } from '@binnacle/plugin-kit/core'
import { readGlob } from '@binnacle/plugin-kit/glob'

/** A file in any kind of place. */
export interface FolderFile {
  /** Path relative to the searched folder, with / as separator. */
  name: string
  /** Full key of an object in a bucket. */
  key?: string
  /** Bytes. */
  size: number
  modified: Date
  /** Permissions as ls shows them, if the place has them. */
  mode?: string
}

interface Subfolder extends Omit<FolderFile, 'size'> {
  isFolder: true
}

export type Entry = FolderFile | Subfolder

export interface Space {
  /** Free bytes. */
  available: number
  /** Total bytes of the file system. */
  total: number
}

/** The content of a folder. */
export interface Findings {
  files: readonly FolderFile[]
  /** When the folder itself was changed. Undefined if unknown or if it does not exist. */
  changed?: Date
  space?: Space
  /** Evidence about the connection. */
  details?: Readonly<Record<string, Json>>
}

/** Findings, or the outcome of a check that could not search. */
export type FindingsResult = { ok: true; value: Findings } | { ok: false; failure: CheckOutcome }

/** Most files of a search. A check that walks a whole disk is a mistake. */
export const MOST_FILES = 50_000

/** Lists the folders of a place one at a time. */
export interface Lister {
  /** @returns the entries of a folder with their own names, or undefined if there is no such folder */
  list(folder: string, signal: AbortSignal): Promise<readonly Entry[] | undefined>
}

/** Splits a path with wildcards into the folder before the first wildcard and the pattern below it. */
export function splitPattern(path: string): { base: string; pattern?: string } {
  const parts = path.split('/')
  const first = parts.findIndex((part) => /[*?[{]/.test(part))
  if (first === -1) return { base: path }
  return { base: parts.slice(0, first).join('/') || '/', pattern: parts.slice(first).join('/') }
}

/** The number of levels to walk. */
export function depthOf(pattern: string | undefined, recursive: boolean): number {
  if (recursive || pattern?.includes('**') === true) return Number.POSITIVE_INFINITY
  return pattern === undefined ? 1 : pattern.split('/').length
}

function isFolder(entry: Entry): entry is Subfolder {
  return 'isFolder' in entry
}

/** Returns whether a pattern selects a file. With `recursive` it also selects files below a selected folder. */
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
 * @throws if there are more than MOST_FILES files, or the signal aborts
 */
export async function walk(
  lister: Lister,
  { base, pattern, recursive }: { base: string; pattern?: string | undefined; recursive: boolean },
  signal: AbortSignal,
): Promise<FolderFile[]> {
  const files: FolderFile[] = []
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

/** Formats the POSIX mode number of a file as ls does. */
export function writeMode(mode: number): string {
  const letters = 'rwxrwxrwx'.split('')
  return `-${letters.map((letter, index) => (((mode >> (8 - index)) & 1) === 1 ? letter : '-')).join('')}`
}
