import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { fail, isKeptName, type KeptKind, type Result, succeed } from '@binnacle/contract'

/** What the text of a file is, why it cannot be had, or undefined where there is none. */
export type FileText = Result<string, string> | undefined

/** Bytes of a value; checks take no longer ones. */
const LARGEST = 64_000

/** A mounted folder is replaced as a whole, in the middle of a reading too. */
const ATTEMPTS = 3

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error))
}

function reasonOf(error: unknown): string {
  const reasons: Readonly<Record<string, string>> = {
    EACCES: 'the product has no right to read it',
    EPERM: 'the product has no right to read it',
    ELOOP: 'its links lead in a circle',
    ENAMETOOLONG: 'its name is too long',
  }
  return reasons[codeOf(error)] ?? `it cannot be read (${codeOf(error) || 'unknown reason'})`
}

async function readText(file: string): Promise<Result<string, string>> {
  // Without O_NONBLOCK a pipe without a writer would never open; links were followed before.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  try {
    if (!(await handle.stat()).isFile()) return fail('it is no file')
    const buffer = Buffer.alloc(LARGEST + 1)
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
    if (bytesRead > LARGEST) return fail(`it is larger than ${LARGEST} bytes`)
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      buffer.subarray(0, bytesRead),
    )
    if (text.includes('\0')) return fail('it is no text')
    return succeed(text.replace(/[\r\n]+$/, ''))
  } catch (error) {
    return error instanceof TypeError ? fail('it is no text') : Promise.reject(error)
  } finally {
    await handle.close()
  }
}

/**
 * Reads a small text file below a folder. Links may stand anywhere as long as they lead to a place below it, which is
 * how Kubernetes mounts what it may replace.
 * @param path below the folder, or an absolute one that leads there
 * @returns its text without the line ends after it
 */
export async function readBelow(folder: string, path: string): Promise<FileText> {
  const root = resolve(folder)
  const wanted = resolve(root, path)
  // Of what lies elsewhere not even its being there is told.
  if (!isBelow(root, wanted)) return fail('it does not lie in the folder for such values')
  for (let attempt = 1; ; attempt += 1)
    try {
      const real = await realpath(wanted)
      if (!isBelow(await realpath(root), real)) return fail('it leads out of the folder for such values')
      return await readText(real)
    } catch (error) {
      if (isAbsent(error) && attempt === ATTEMPTS) return undefined
      if (!isAbsent(error)) return fail(reasonOf(error))
    }
}

function isBelow(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep)
}

/** A place where Config Maps or Secrets are kept. A cluster that is asked would be another one. */
export interface KeptValues {
  /** @returns undefined where this place has no such value */
  read(place: { name: string; key: string }, namespace: string): Promise<FileText>
}

/** A folder as Kubernetes mounts it: `name/key`, or `namespace/name/key`, which stands above the other. */
export function createKeptFolder(folder: string, kind: KeptKind): KeptValues {
  const title = kind === 'secret' ? 'secret' : 'Config Map'
  return {
    async read({ name, key }, namespace) {
      // A namespace is named freely; one that is no folder's name has none of its own here.
      const places = [...(isKeptName(namespace) ? [[namespace, name, key]] : []), [name, key]]
      for (const place of places) {
        const text = await readBelow(folder, place.join(sep))
        if (text?.ok === false) return fail(`the key "${key}" of the ${title} "${name}": ${text.failure}`)
        if (text !== undefined) return text
      }
      return undefined
    },
  }
}
