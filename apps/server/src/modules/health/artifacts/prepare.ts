import { createRedactor } from '@binnacle/contract'
import type { ArtifactFile } from '@binnacle/plugin-kit'
import type { Task, TaskPool } from '@binnacle/scripting/tasks'
import type { Packed, PackInput } from './pack.ts'

/** A file that is ready to be stored with a result. */
export interface PreparedArtifact extends NonNullable<Packed> {
  path: string
}

export interface PreparedArtifacts {
  artifacts: readonly PreparedArtifact[]
  /** In words, why others are not kept. */
  leftOut: readonly string[]
}

const packTask: Task<PackInput, Packed> = {
  module: new URL('pack.ts', import.meta.url),
  name: 'pack',
  milliseconds: 20_000,
}

/** Characters of a path that are kept; the end says more than the beginning. */
const LONGEST_PATH = 500

/**
 * A path fit to be shown: no control characters, nothing that turns the direction of text, no way out of a folder.
 * It is a name for people; no file is opened by it.
 */
export function shownPath(path: string): string {
  const plain = path
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '_')
    .split('/')
    .map((part) => (part === '..' ? '_' : part))
    .join('/')
  return plain.length <= LONGEST_PATH ? plain : `…${plain.slice(-LONGEST_PATH).toWellFormed()}`
}

/**
 * Makes the files of a run fit to be stored: named for people, without secrets, compressed. Each is looked at in a worker,
 * one after the other.
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
    else if (packed.value === undefined) leftOut.push(`${path} holds a secret and is no text`)
    else artifacts.push({ path, ...packed.value })
  }
  return { artifacts, leftOut }
}
