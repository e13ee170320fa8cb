import type { RunContext, WorkerTask } from '@binnacle/plugin-kit/core'
import type { unpack } from './archive-task.ts'
import type { ArchiveKind } from './archive-kinds.ts'
import { type FileResult, problemAt } from './place.ts'
import type { FileSpec } from './spec.ts'

/** Most bytes of an archive. */
export const LARGEST_ARCHIVE = 67_108_864

/** An archive, and which of its files are wanted. */
export interface PackedFiles {
  bytes: Uint8Array
  kind: ArchiveKind
  /** Folder in it that the paths are below; empty for its root. */
  folder: string
  wanted: Pick<FileSpec, 'paths' | 'ignore' | 'format'>
}

/** Archives are unpacked where they hold up nobody. */
const unpackTask: WorkerTask<PackedFiles, Awaited<ReturnType<typeof unpack>>> = {
  module: new URL('archive-task.ts', import.meta.url),
  name: 'unpack',
  milliseconds: 60_000,
}

/** Reads the wanted files of an archive that was read from `place`. */
export async function* readArchive(
  place: string,
  packed: PackedFiles,
  context: Pick<RunContext, 'work' | 'redact'>,
): AsyncIterable<FileResult> {
  const done = await context.work(unpackTask, packed)
  if (!done.ok) {
    yield problemAt(place, `cannot be unpacked: ${done.failure}`, context)
    return
  }
  const { files, problems } = done.value
  for (const problem of problems) yield problemAt(place, problem, context)
  yield* files
}
