import { posix } from 'node:path'
import type { RunContext } from '@binnacle/plugin-kit/core'
import { readGlob } from '@binnacle/plugin-kit/glob'
import type { FileLogsSpec } from './spec.ts'

/** A file that a spec wants. */
export interface LogFile {
  path: string
  /** Bytes. */
  size: number
  modified: Date
}

/** Most files of a backend, entries of a folder, and folders below a pattern. */
const MOST_FILES = 2_000
const MOST_ENTRIES = 20_000
const MOST_FOLDERS = 2_000

/** The folder before the first wildcard of a pattern, and whether the pattern goes below its own folder. */
function baseOf(pattern: string): { base: string; isFile: boolean; depth: number } {
  const parts = pattern.split('/')
  const first = parts.findIndex((part) => /[*?[{]/u.test(part))
  if (first === -1) return { base: pattern, isFile: true, depth: 0 }
  const isDeep = parts.some((part) => part === '**') || /\{[^{}]*\//u.test(pattern)
  return {
    base: parts.slice(0, first).join('/') || '/',
    isFile: false,
    depth: isDeep ? Number.POSITIVE_INFINITY : parts.length - first - 1,
  }
}

/** Finds the files of a spec without following links, and says what could not be read. */
export async function findFiles(
  { paths, ignore = [] }: FileLogsSpec,
  { files, signal }: Pick<RunContext, 'files' | 'signal'>,
): Promise<{ found: LogFile[]; problems: string[] }> {
  const found = new Map<string, LogFile>()
  const problems: string[] = []
  const ignored = ignore.map((pattern) => readGlob(pattern.slice(1)))
  const isIgnored = (path: string) => ignored.some((matches) => matches(path.slice(1)))
  for (const pattern of paths) {
    const matches = readGlob(pattern.slice(1))
    const { base, isFile, depth } = baseOf(pattern)
    if (isFile) {
      const stats = await files.stat(base, { signal })
      if (stats.ok) found.set(base, { path: base, size: stats.value.size, modified: stats.value.modified })
      else problems.push(`${base}: ${stats.failure.message}`)
      continue
    }
    const waiting = [{ folder: base, left: depth }]
    let folders = 0
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      folders += 1
      if (signal.aborted) return { found: [...found.values()], problems }
      if (folders > MOST_FOLDERS || found.size > MOST_FILES) {
        problems.push(`${pattern}: more than ${MOST_FILES} files or folders; the others are not read`)
        break
      }
      const listed = await files.list(next.folder, { most: MOST_ENTRIES, signal, links: false })
      if (!listed.ok) {
        problems.push(`${next.folder}: ${listed.failure.message}`)
        continue
      }
      for (const { name, kind, size, modified } of listed.value) {
        const path = posix.join(next.folder, name)
        if (isIgnored(path)) continue
        if (kind === 'folder') {
          if (next.left > 0) waiting.push({ folder: path, left: next.left - 1 })
        } else if (matches(path.slice(1))) found.set(path, { path, size, modified })
      }
    }
  }
  return { found: [...found.values()], problems }
}
