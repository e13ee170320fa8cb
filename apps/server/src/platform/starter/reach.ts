import { closeSync, constants, openSync, realpathSync, statSync } from 'node:fs'
import { dirname, relative, sep } from 'node:path'
import { type Account, asAccount } from './account.ts'

/** A folder that the product needs. */
export interface NeededFolder {
  /** Absolute path of an existing folder. */
  path: string
  readOnly: boolean
}

/** Arguments of `enter.sh`, which shows needed folders below closed folders to a process that cannot enter those. */
export type MountWords = readonly string[]

const isBelow = (path: string, folder: string) =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/** The folders above a path, `/` first. */
function foldersAbove(path: string): string[] {
  const above = dirname(path)
  return above === path ? [] : [...foldersAbove(above), above]
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EACCES'
}

/** The highest folder above a path that an account cannot enter. @returns undefined if it can enter all of them */
export function closedFolderAbove(account: Account, path: string): string | undefined {
  return asAccount(account, () =>
    foldersAbove(path).find((folder) => {
      try {
        // Looking up the dot needs the right to enter the folder.
        statSync(`${folder}/.`)
        return false
      } catch (error) {
        return isDenied(error)
      }
    }),
  )
}

/**
 * Plans a view of the file system in which an account reaches folders at their own paths, although it cannot enter
 * folders above them. An empty folder covers each closed folder and contains only the needed folders.
 * @returns arguments for `enter.sh`; empty if the account reaches everything already
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
        // The shell's working directory is the covered folder, so a relative path still reaches what the cover hides.
        isBelow(real, cover) ? `.${sep}${relative(cover, real)}` : real,
        target,
        readOnly ? 'ro' : 'rw',
      ]),
  ])
}

/**
 * Whether an account can read a file, or list a folder.
 * @param shown folders that the account can reach at their own paths, whatever is above them
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
