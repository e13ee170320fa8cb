import { relative, resolve, sep } from 'node:path'
import { fail, isKeptName, type Result } from '@binnacle/contract'
import type { FileFailure } from '@binnacle/plugin-kit'
import type { FileProcesses } from '../files/index.ts'
import { LARGEST, textOf } from './text.ts'

/** What the text of a file is, why it cannot be had, or undefined where there is none. */
export type FileText = Result<string, string> | undefined

/** Reads a text below a folder. */
export type ReadBelow = (folder: string, path: string, signal: AbortSignal) => Promise<FileText>

function reasonOf({ code, message }: FileFailure): string {
  const reasons: Readonly<Partial<Record<FileFailure['code'], string>>> = {
    'not-allowed': 'it leads out of the folder for such values',
    'not-a-file': 'it is no file',
    'no-permission': 'the product has no right to read it',
  }
  return reasons[code] ?? message
}

/**
 * Makes what reads small text files below folders. Links may be anywhere as long as each step stays below the folder,
 * which is how Kubernetes mounts what it may replace. A path is relative to the folder, or absolute and inside it; the
 * text comes without the line ends after it.
 */
export function readerOf(processes: FileProcesses): ReadBelow {
  return async (folder, path, signal) => {
    const root = resolve(folder)
    const wanted = resolve(root, path)
    // Nothing is revealed about places outside, not even whether they exist.
    if (!isBelow(root, wanted)) return fail('it does not lie in the folder for such values')
    const job = { action: 'read', root, path: relative(root, wanted), forbidden: [], most: LARGEST } as const
    const result = await processes.run(job, signal)
    if (result.ok) return result.value.action === 'read' ? textOf(result.value.bytes) : fail('it is no text')
    return result.failure.code === 'missing' ? undefined : fail(reasonOf(result.failure))
  }
}

function isBelow(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep)
}

/** A place where Config Maps or Secrets are kept. */
export interface KeptValues {
  /** @returns undefined where this place has no such value */
  read(place: { name: string; key: string }, namespace: string, signal: AbortSignal): Promise<FileText>
}

/** A folder as Kubernetes mounts it: `name/key`, or `namespace/name/key`, which stands above the other. */
export function createKeptFolder(folder: string, readBelow: ReadBelow): KeptValues {
  return {
    async read({ name, key }, namespace, signal) {
      // A namespace is named freely; one that is no folder's name has none of its own here.
      const places = [...(isKeptName(namespace) ? [[namespace, name, key]] : []), [name, key]]
      for (const place of places) {
        const text = await readBelow(folder, place.join(sep), signal)
        if (text !== undefined) return text
      }
      return undefined
    },
  }
}
