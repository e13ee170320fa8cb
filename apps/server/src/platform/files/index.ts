import { isAbsolute, relative, resolve, sep } from 'node:path'
import { fail, type Result } from '@binnacle/contract/core'
import type { FileAccess, FileFailure } from '@binnacle/plugin-kit/core'
import type { Configuration } from '../configuration.ts'
import type { FileProcesses } from './processes.ts'
import type { FileJob, JobValue } from './protocol.ts'

// Child processes read, because Node reads files on four threads that all parts of the process share: four calls that
// hang would stop sign-in. A thread that hangs in the kernel cannot be ended; a child takes nothing with it. No folder
// is open by default, because no installation is sure to have nobody else's files.
// Handles lead from folder to folder (`beneath.ts`): resolving a path and comparing the result leaves an instant in
// which a folder can be swapped for a link. Systems without such handles compare again after looking, and miss a swap
// that is undone in between.

export { readRegularText, UnfitFile } from './regular.ts'
export { createFileProcesses, type FileProcesses } from './processes.ts'

export interface LocalFileOptions {
  /** Allowed folders, as absolute paths. */
  folders: readonly string[]
  /** Forbidden folders, even inside allowed ones, as absolute paths. */
  forbidden: readonly string[]
}

/** The folders that checks may read. The data folder is forbidden, because it contains the secret key. */
export function localFileOptions({
  localFolders,
  databaseUrl,
  dataDirectory,
}: Pick<Configuration, 'localFolders' | 'databaseUrl' | 'dataDirectory'>): LocalFileOptions {
  return {
    folders: localFolders,
    forbidden: databaseUrl === undefined ? [resolve(dataDirectory)] : [],
  }
}

const DISABLED = 'reading folders of this machine is not allowed; an operator can allow it with LOCAL_FOLDERS'

/** The path relative to a folder; undefined if it is outside. */
function below(folder: string, path: string): string | undefined {
  const inside = relative(folder, path)
  const isOutside = inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)
  return isOutside ? undefined : inside
}

/**
 * Reads files of this machine for checks, only inside allowed folders. It compares a path as written, so that it reveals
 * nothing about paths outside. Links are checked while they are followed.
 */
export function createLocalFiles(
  { folders, forbidden }: LocalFileOptions,
  processes: FileProcesses,
): FileAccess {
  const roots = folders.map((folder) => resolve(folder))

  /** Finds the innermost allowed folder of a path. */
  function locate(path: string): Result<Pick<FileJob, 'root' | 'path'>, FileFailure> {
    if (roots.length === 0) return fail({ code: 'not-allowed', message: DISABLED })
    const wanted = resolve(path)
    const places = roots.flatMap((root) => {
      const inside = below(root, wanted)
      return inside === undefined ? [] : [{ root, path: inside }]
    })
    const [place] = places.toSorted((a, b) => b.root.length - a.root.length)
    return place === undefined
      ? fail({ code: 'not-allowed', message: `${path} is not in a folder that LOCAL_FOLDERS allows` })
      : { ok: true, value: place }
  }

  async function run(
    path: string,
    job: Pick<FileJob, 'action' | 'most' | 'from' | 'noLinks'>,
    signal: AbortSignal,
  ): Promise<Result<JobValue, FileFailure>> {
    const place = locate(path)
    if (!place.ok) return place
    const result = await processes.run({ ...job, ...place.value, forbidden }, signal)
    return !result.ok && result.failure.code === 'not-allowed'
      ? fail({ ...result.failure, message: `${path}: ${result.failure.message}` })
      : result
  }

  const unexpected: Result<never, FileFailure> = fail({ code: 'failed', message: 'it cannot be read' })

  return {
    async list(folder, { most, signal, links = true }) {
      const result = await run(folder, { action: 'list', most, noLinks: !links }, signal)
      if (!result.ok) return result
      const { value } = result
      if (value.action !== 'list') return unexpected
      return {
        ok: true,
        value: value.entries.map((entry) => ({ ...entry, modified: new Date(entry.modified) })),
      }
    },
    async stat(path, { signal }) {
      const result = await run(path, { action: 'stat', most: 0 }, signal)
      if (!result.ok) return result
      const { value } = result
      if (value.action !== 'stat') return unexpected
      return { ok: true, value: { ...value.stats, modified: new Date(value.stats.modified) } }
    },
    async read(path, { maxBytes, signal }) {
      const result = await run(path, { action: 'read', most: maxBytes }, signal)
      if (!result.ok) return result
      return result.value.action === 'read' ? { ok: true, value: result.value.bytes } : unexpected
    },
    async part(path, { from, maxBytes, signal }) {
      const result = await run(path, { action: 'part', most: maxBytes, from, noLinks: true }, signal)
      if (!result.ok) return result
      const { value } = result
      if (value.action !== 'part') return unexpected
      const { bytes, size, modified, inode } = value
      return { ok: true, value: { bytes, size, modified: new Date(modified), inode } }
    },
  }
}
