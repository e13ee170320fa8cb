import { createRedactor } from '@binnacle/contract/redact'
import type { ArtifactFile } from '@binnacle/plugin-kit/core'
import type { Task, TaskPool } from '@binnacle/scripting/tasks'
import type { PackedFile, PackInput } from './pack.ts'

/** A file ready to store with a result. */
export interface PreparedArtifact extends NonNullable<PackedFile> {
  path: string
}

export interface PreparedArtifacts {
  artifacts: readonly PreparedArtifact[]
  /** Sentences about files that are not stored. */
  leftOut: readonly string[]
}

const packTask: Task<PackInput, PackedFile> = {
  module: new URL('pack.ts', import.meta.url),
  name: 'pack',
  milliseconds: 20_000,
}

/** Most characters of a path. Longer ones keep their end, which says more. */
const LONGEST_PATH = 500

/**
 * Makes a path safe to show: without control characters, characters that reverse text, and `..`. It is a name for people;
 * nothing opens a file by it.
 */
function shownPath(path: string): string {
  const plain = path
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '_')
    .split('/')
    .map((part) => (part === '..' ? '_' : part))
    .join('/')
  return plain.length <= LONGEST_PATH ? plain : `…${plain.slice(-LONGEST_PATH).toWellFormed()}`
}

/**
 * Prepares the files of a run for storing: names them, redacts them and compresses them, one after the other in a worker.
 * @param secrets secret values
 */
export async function prepareArtifacts(
  files: readonly ArtifactFile[],
  secrets: readonly string[],
  tasks: TaskPool,
): Promise<PreparedArtifacts> {
  const redact = createRedactor(secrets)
  const artifacts: PreparedArtifact[] = []
  const leftOut: string[] = []
  for (const file of files) {
    const path = shownPath(redact(file.path))
    const packed = await tasks.run(packTask, { content: file.content, secrets })
    if (!packed.ok) leftOut.push(`${path} could not be searched for secrets: ${packed.failure.message}`)
    else if (packed.value === undefined) leftOut.push(`${path} contains a secret and is not text`)
    else artifacts.push({ path, ...packed.value })
  }
  return { artifacts, leftOut }
}
