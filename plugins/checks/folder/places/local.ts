import { join } from 'node:path'
import type { CheckContext } from '@binnacle/plugin-kit/checks'
import { type CheckOutcome, type FileFailure, unhealthy, unknown } from '@binnacle/plugin-kit/core'
import {
  type FindingsResult,
  type Lister,
  MOST_FILES,
  splitPattern,
  walk,
  writeMode,
} from '@binnacle/clients/files/listing'
import type { FolderSpec } from '../spec.ts'

/** Carries the failure of a listing out of the walk. */
class ListFailure extends Error {
  readonly failure: FileFailure

  constructor(failure: FileFailure) {
    super(failure.message)
    this.failure = failure
  }
}

function listerOf({ files }: CheckContext, base: string): Lister {
  return {
    async list(folder, signal) {
      const found = await files.list(folder, { most: MOST_FILES, signal })
      if (found.ok)
        return found.value.map(({ name, kind, size, modified, mode }) =>
          kind === 'folder'
            ? { name, modified, isFolder: true as const }
            : { name, size, modified, mode: writeMode(mode) },
        )
      const { code } = found.failure
      // The folder was removed while its parent was read.
      const isGone = code === 'missing' || code === 'not-a-folder'
      const isClosed = code === 'not-allowed' && join(folder) !== join(base)
      if (isGone || isClosed) return undefined
      if (code === 'too-many') throw new RangeError(`the folder has more than ${MOST_FILES} files`)
      throw new ListFailure(found.failure)
    },
  }
}

/** The outcome of a check that could not read its folder. */
function outcomeOf(path: string, { code, message, reason }: FileFailure): CheckOutcome {
  if (code === 'not-allowed') return unknown(message)
  const evidence = { details: reason === undefined ? {} : { reason } }
  return (code === 'busy' ? unknown : unhealthy)(`${path}: ${message}`, evidence)
}

/** Lists a folder of this machine. */
export async function lookLocally(spec: FolderSpec, context: CheckContext): Promise<FindingsResult> {
  const { base, pattern } = splitPattern(spec.path)
  const { signal } = context
  const folder = await context.files.stat(base, { signal })
  if (!folder.ok && folder.failure.code !== 'missing')
    return {
      ok: false,
      failure:
        folder.failure.code === 'not-a-file'
          ? unhealthy(`${base} is not a folder`)
          : outcomeOf(base, folder.failure),
    }
  if (!folder.ok) return { ok: true, value: { files: [] } }
  if (folder.value.kind !== 'folder') return { ok: false, failure: unhealthy(`${base} is not a folder`) }
  const { modified: changed, space } = folder.value
  try {
    const files = await walk(
      listerOf(context, base),
      { base, pattern, recursive: spec.recursive ?? false },
      signal,
    )
    return { ok: true, value: { files, changed, space } }
  } catch (error) {
    if (error instanceof ListFailure) return { ok: false, failure: outcomeOf(base, error.failure) }
    if (error instanceof RangeError) return { ok: false, failure: unhealthy(`${base}: ${error.message}`) }
    throw error
  }
}
