import { closeSync, constants, openSync, realpathSync, statSync } from 'node:fs'
import { dirname, relative, sep } from 'node:path'
import { type Account, asAccount } from './account.ts'

/** A folder that the product needs. */
export interface NeededFolder {
  /** Absolute; exists. */
  path: string
  readOnly: boolean
}

/** Words of `enter.sh`, which shows needed folders below closed ones to a process that cannot enter those. */
export type MountWords = readonly string[]

const isBelow = (path: string, folder: string) =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/** Folders above a path, `/` first. */
function foldersAbove(path: string): string[] {
  const above = dirname(path)
  return above === path ? [] : [...foldersAbove(above), above]
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EACCES'
}

/** The highest folder above a path that an account cannot enter; undefined when it can enter all of them. */
export function closedFolderAbove(account: Account, path: string): string | undefined {
  return asAccount(account, () =>
    foldersAbove(path).find((folder) => {
      try {
        // The dot is looked up in the folder, which needs the right to enter it.
        statSync(`${folder}/.`)
        return false
      } catch (error) {
        return isDenied(error)
      }
    }),
  )
}

/**
 * Plans a view of the file system in which an account reaches folders at their own paths, though folders above them are
 * closed to it: each closed folder is covered by an empty one, in which nothing is but the needed folders.
 * @returns words for `enter.sh`; none when everything can be reached as it is
 */
export function planMounts(account: Account, needed: readonly NeededFolder[]): MountWords {
  const binds = needed
    .flatMap(({ path, readOnly }) => {
      const real = realpathSync(path)
      const targets = [...new Set([path, real])]
      return targets.map((target) => ({ target, real, readOnly, closed: closedFolderAbove(account, target) }))
    })
    .toSorted((a, b) => a.target.length - b.target.length)
  const closed = new Set(binds.flatMap((bind) => bind.closed ?? []))
  return [...closed].flatMap((cover) => [
    'cover',
    cover,
    ...binds
      .filter((bind) => bind.closed === cover)
      .flatMap(({ target, real, readOnly }) => [
        'bind',
        // The shell stands in the covered folder, so this path leads to what is no longer seen at its old place.
        isBelow(real, cover) ? `.${sep}${relative(cover, real)}` : real,
        target,
        readOnly ? 'ro' : 'rw',
      ]),
  ])
}

/**
 * Whether an account can read a file, or list a folder.
 * @param shown folders that are shown to the account at their own paths, whatever is above them
 */
export function canRead(account: Account, path: string, shown: readonly string[]): boolean {
  const from = shown.find((folder) => path === folder || isBelow(path, folder))
  const present = process.cwd()
  if (from !== undefined) process.chdir(from)
  try {
    return asAccount(account, () => opens(from === undefined ? path : `.${sep}${relative(from, path)}`))
  } finally {
    process.chdir(present)
  }
}

function opens(path: string): boolean {
  try {
    closeSync(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK))
    return true
  } catch (error) {
    return !isDenied(error)
  }
}
