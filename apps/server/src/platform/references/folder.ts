import { relative, resolve, sep } from 'node:path'
import { fail, type Result } from '@binnacle/contract/core'
import { isKeyMapName } from '@binnacle/contract/schema'
import type { FileFailure } from '@binnacle/plugin-kit/core'
import type { FileProcesses } from '../files/index.ts'
import { LARGEST, textOf } from './text.ts'

/** The text of a file, why it cannot be read, or undefined if there is no such file. */
export type FileText = Result<string, string> | undefined

/** Reads a text below a folder. */
export type ReadBelow = (folder: string, path: string, signal: AbortSignal) => Promise<FileText>

function reasonOf({ code, message }: FileFailure): string {
  const reasons: Readonly<Partial<Record<FileFailure['code'], string>>> = {
    'not-allowed': 'it leads out of the folder for such values',
    'not-a-file': 'it is not a file',
    'no-permission': 'the product has no right to read it',
  }
  return reasons[code] ?? message
}

/**
 * Creates a reader of small text files below folders. Links are allowed if each step stays below the folder, because
 * Kubernetes mounts values with links. A path is relative to the folder, or absolute and inside it. Trailing line breaks of
 * the text are removed.
 */
export function readerOf(processes: FileProcesses): ReadBelow {
  return async (folder, path, signal) => {
    const root = resolve(folder)
    const wanted = resolve(root, path)
    // Reveal nothing about paths outside, not even whether they exist.
    if (!isBelow(root, wanted)) return fail('it does not lie in the folder for such values')
    const job = { action: 'read', root, path: relative(root, wanted), forbidden: [], most: LARGEST } as const
    const result = await processes.run(job, signal)
    if (result.ok) return result.value.action === 'read' ? textOf(result.value.bytes) : fail('it is not text')
    return result.failure.code === 'missing' ? undefined : fail(reasonOf(result.failure))
  }
}

function isBelow(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep)
}

/** A source of Config Maps or Secrets. */
export interface KeyMaps {
  /** @returns undefined if this source has no such value */
  read(place: { name: string; key: string }, namespace: string, signal: AbortSignal): Promise<FileText>
}

/** A folder with `namespace/name/key` or `name/key`, as Kubernetes mounts it. The first form takes precedence. */
export function createKeyMapFolder(folder: string, readBelow: ReadBelow): KeyMaps {
  return {
    async read({ name, key }, namespace, signal) {
      // A namespace can have any name. One that is not a valid folder name has no folder here.
      const places = [...(isKeyMapName(namespace) ? [[namespace, name, key]] : []), [name, key]]
      for (const place of places) {
        const text = await readBelow(folder, place.join(sep), signal)
        if (text !== undefined) return text
      }
      return undefined
    },
  }
}
