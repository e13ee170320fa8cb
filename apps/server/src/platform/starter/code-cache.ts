import { chownSync, lstatSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Folder of the project. */
export const project = resolve(import.meta.dirname, '../../../../..')

const isRoot = process.getuid?.() === 0
const shared = join(project, '.cache', 'node')

/**
 * Where root keeps the JavaScript of TypeScript files; undefined where somebody else could write code there, which root
 * would run.
 */
export function rootCodeCache(): string | undefined {
  const found = lstatSync(shared, { throwIfNoEntry: false }) ?? lstatSync(project)
  return found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0 ? shared : undefined
}

/** Where this process keeps the JavaScript of TypeScript files, unless NODE_COMPILE_CACHE says so. */
export function codeCache(): string | undefined {
  return isRoot ? rootCodeCache() : shared
}

/**
 * Makes such a folder for the product's user, which root never reads.
 * @returns undefined where it cannot be made; it only makes later starts faster
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
