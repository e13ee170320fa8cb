import { lstat, open, readdir, readFile, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { FileAccess, FileFailure, LocalEntry } from './files.ts'
import { isRecord } from './json.ts'

function failureOf(error: unknown): FileFailure {
  const reason = isRecord(error) || error instanceof Error ? String(Reflect.get(error, 'code')) : ''
  if (reason === 'ENOENT') return { code: 'missing', message: 'it does not exist', reason }
  return reason === 'ENOTDIR'
    ? { code: 'not-a-folder', message: 'it is not a folder', reason }
    : { code: 'failed', message: `it cannot be read (${reason})`, reason }
}

async function unlessFailed<Value>(work: () => Promise<Value>): Promise<Result<Value, FileFailure>> {
  try {
    return succeed(await work())
  } catch (error) {
    return fail(failureOf(error))
  }
}

async function entryOf(path: string, name: string, links: boolean): Promise<LocalEntry[]> {
  const isLink = (await lstat(path)).isSymbolicLink()
  if (isLink && !links) return []
  const found = await stat(path).catch(() => undefined)
  if (found === undefined || (!found.isFile() && (isLink || !found.isDirectory()))) return []
  const { size, mtime: modified, mode } = found
  return [{ name, kind: found.isFile() ? 'file' : 'folder', size, modified, mode }]
}

/**
 * Reads files for tests of check types, without limits: the limits of the product's own reader are tested there.
 */
export const plainFiles: FileAccess = {
  list: (folder, { links = true }) =>
    unlessFailed(async () => {
      const names = await readdir(folder)
      return (await Promise.all(names.map((name) => entryOf(join(folder, name), name, links)))).flat()
    }),
  stat: (path) =>
    unlessFailed(async () => {
      const [found, space] = await Promise.all([stat(path), statfs(path)])
      return {
        kind: found.isFile() ? 'file' : 'folder',
        size: found.size,
        modified: found.mtime,
        mode: found.mode,
        space: { available: space.bavail * space.bsize, total: space.blocks * space.bsize },
      }
    }),
  read: (path) => unlessFailed(() => readFile(path)),
  part: (path, { from, maxBytes }) =>
    unlessFailed(async () => {
      await using file = await open(path)
      const { size, mtime: modified, ino: inode } = await file.stat()
      const bytes = new Uint8Array(Math.max(0, Math.min(maxBytes, size - from)))
      const { bytesRead } = await file.read(bytes, 0, bytes.length, from)
      return { bytes: bytes.subarray(0, bytesRead), size, modified, inode }
    }),
}
