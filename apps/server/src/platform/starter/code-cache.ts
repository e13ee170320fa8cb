import { chownSync, lstatSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Folder of the project. */
export const project = resolve(import.meta.dirname, '../../../../..')

const isRoot = process.getuid?.() === 0
const shared = join(project, '.cache', 'node')

/**
 * The folder for the compiled code of root's processes.
 * @returns undefined if another user could write code there, which root would then run
 */
export function rootCodeCache(): string | undefined {
  const found = lstatSync(shared, { throwIfNoEntry: false }) ?? lstatSync(project)
  return found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0 ? shared : undefined
}

/** Name of the variable with the folder of strip-types.mjs. */
const CODE_CACHE_VARIABLE = 'BINNACLE_CODE_CACHE'
const stripTypes = pathToFileURL(join(project, 'apps', 'server', 'src', 'strip-types.mjs')).href

/** Whether this process gets its code from the cache of strip-types.mjs. */
export function hasStrippedTypes(): boolean {
  return (process.env[CODE_CACHE_VARIABLE] ?? '') !== ''
}

/**
 * Makes a process load its code from a cache of JavaScript.
 * @param folder of the cache; undefined if there is none
 */
export function withStrippedTypes(folder: string | undefined) {
  return {
    options: ['--import', stripTypes],
    environment: { [CODE_CACHE_VARIABLE]: folder ?? '', NODE_COMPILE_CACHE: '' },
  }
}

/** The folder for the compiled code of this process. NODE_COMPILE_CACHE overrides it. */
export function codeCache(): string | undefined {
  return isRoot ? rootCodeCache() : shared
}

/**
 * Creates the folder for the compiled code of the product's user. Root never reads it.
 * @returns undefined if it cannot be created; later starts are then only slower
 */
export function giveCodeCache({ uid, gid }: { uid: number; gid: number }): string | undefined {
  const folder = join(project, '.cache', `user-${uid}`)
  try {
    mkdirSync(dirname(folder), { recursive: true })
    if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) {
      mkdirSync(folder, { mode: 0o700 })
      chownSync(folder, uid, gid)
    }
    return lstatSync(folder).uid === uid ? folder : undefined
  } catch {
    return undefined
  }
}
