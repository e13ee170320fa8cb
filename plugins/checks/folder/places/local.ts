import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode, errorText } from '@binnacle/plugin-kit/talk'
import { unhealthy } from '@binnacle/plugin-kit'
import { type Entry, type Found, type Lister, splitPattern, walk, writeMode } from '../place.ts'
import type { FolderSpec } from '../spec.ts'

/** Files that are looked at together. */
const AT_ONCE = 64

/** What stands for nothing: a file that went while the folder was read is not there. */
async function look<Value>(question: Promise<Value>): Promise<Value | undefined> {
  try {
    return await question
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error) ?? '')) return undefined
    throw error
  }
}

const lister: Lister = {
  async list(folder, signal) {
    const names = await look(readdir(folder, { withFileTypes: true }))
    if (names === undefined) return undefined
    const entries: Entry[] = []
    for (let start = 0; start < names.length; start += AT_ONCE) {
      signal.throwIfAborted()
      const group = names.slice(start, start + AT_ONCE).map(async (name) => {
        const found = await look(stat(join(folder, name.name)))
        if (found === undefined) return []
        // A folder behind a link is not entered, as links may lead in circles.
        if (found.isDirectory())
          return name.isSymbolicLink()
            ? []
            : [{ name: name.name, modified: found.mtime, isFolder: true as const }]
        return [{ name: name.name, size: found.size, modified: found.mtime, mode: writeMode(found.mode) }]
      })
      entries.push(...(await Promise.all(group)).flat())
    }
    return entries
  },
}

/** Looks at a folder of this machine. */
export async function lookLocally(spec: FolderSpec, signal: AbortSignal): Promise<Found> {
  const { base, pattern } = splitPattern(spec.path)
  try {
    const folder = await look(stat(base))
    if (folder !== undefined && !folder.isDirectory())
      return { ok: false, failure: unhealthy(`${base} is not a folder`) }
    const files = await walk(lister, { base, pattern, recursive: spec.recursive ?? false }, signal)
    const space = folder === undefined ? undefined : await statfs(base)
    return {
      ok: true,
      value: {
        files,
        ...(folder === undefined ? {} : { changed: folder.mtime }),
        ...(space === undefined
          ? {}
          : { space: { available: space.bavail * space.bsize, total: space.blocks * space.bsize } }),
      },
    }
  } catch (error) {
    const reason = errorCode(error)
    return {
      ok: false,
      failure: unhealthy(`${base}: ${errorText(error)}`, {
        details: reason === undefined ? {} : { reason },
      }),
    }
  }
}
