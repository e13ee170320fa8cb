import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { socketFolderPath } from '../socket-folder.ts'
import { StartFailure } from '../start-failure.ts'
import { type Account, describeAccount } from './account.ts'

/** Names of the entries that the product creates in a data folder. */
const ownEntries: ReadonlySet<string> = new Set([
  'initial-password',
  'postgres',
  'postgres.log',
  'postgres.log.1',
  'postgres.new',
  'postgres.password',
  'postgres.password.new',
  'run',
  'secret.key',
  'secret.key.new',
])
/** Every new file system contains this folder. */
const LOST_AND_FOUND = 'lost+found'

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants

/** User and group that own a folder. @returns undefined if the folder does not exist */
export function ownerOf(folder: string): { uid: number; gid: number } | undefined {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found === undefined ? undefined : { uid: found.uid, gid: found.gid }
}

/** Opens a file or folder for `work`, never through a link. */
function withOpened(path: string, flags: number, work: (descriptor: number) => void): void {
  const descriptor = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | flags)
  try {
    work(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** A path to an entry of an open folder. It works even if somebody moves the folder meanwhile. */
const entryOf = (folder: number, name: string) => `/proc/self/fd/${folder}/${name}`

/**
 * Gives an entry of an open folder, and everything below it, to an account. It skips links, sockets and the like,
 * which the owner of the folder can remove, and files with more than one name: a former owner of the folder may have
 * linked a foreign file here.
 */
function giveEntry(folder: number, name: string, account: Account): void {
  const found = lstatSync(entryOf(folder, name), { throwIfNoEntry: false })
  if (found === undefined || !(found.isDirectory() || found.isFile())) return
  withOpened(entryOf(folder, name), 0, (descriptor) => {
    const opened = fstatSync(descriptor)
    if (opened.isDirectory())
      for (const inner of readdirSync(`/proc/self/fd/${descriptor}`)) giveEntry(descriptor, inner, account)
    else if (!opened.isFile() || opened.nlink > 1) return
    if (opened.uid !== account.uid || opened.gid !== account.gid)
      fchownSync(descriptor, account.uid, account.gid)
  })
}

/**
 * Gives the product's entries in an open folder to an account. The folder itself comes last, so that a failed start
 * can be repeated.
 */
function giveFolder(descriptor: number, account: Account): void {
  for (const name of readdirSync(`/proc/self/fd/${descriptor}`))
    if (ownEntries.has(name)) giveEntry(descriptor, name, account)
  // Earlier versions created folders that other users could traverse.
  fchmodSync(descriptor, 0o700)
  fchownSync(descriptor, account.uid, account.gid)
}

/** Refuses folders with other content: DATA_DIR may name a system folder by mistake. */
function verifyPurpose(path: string, names: readonly string[]): void {
  const foreign = names.find((name) => !ownEntries.has(name) && name !== LOST_AND_FOUND)
  if (foreign !== undefined && !names.includes('secret.key'))
    throw new StartFailure(
      `The data folder ${path} holds other files (${foreign}), so it is not given to another user: set DATA_DIR to an empty folder.`,
    )
}

function verifyEntries(path: string, names: readonly string[], account: Account): void {
  for (const name of names) {
    const found = lstatSync(join(path, name), { throwIfNoEntry: false })
    if (found === undefined || !(found.isDirectory() || found.isFile()) || found.uid === account.uid) continue
    if (!ownEntries.has(name)) continue
    throw new StartFailure(
      `${join(path, name)} does not belong to the user ${describeAccount(account)}, which Binnacle runs as: give it to that user with chown -R ${account.uid}:${account.gid} ${join(path, name)}.`,
    )
  }
}

/**
 * Creates the data folder if it is missing, and gives it to the account if it belongs to another user. A folder that
 * already belongs to the account stays unchanged: root changes nothing where that user can create files.
 * @param path absolute
 * @throws StartFailure if the folder has another purpose or contains files of other users
 */
export function giveDataFolder(path: string, account: Account): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const real = realpathSync(path)
    withOpened(real, O_DIRECTORY, (descriptor) => {
      const names = readdirSync(`/proc/self/fd/${descriptor}`)
      if (fstatSync(descriptor).uid === account.uid) return verifyEntries(path, names, account)
      verifyPurpose(path, names)
      giveFolder(descriptor, account)
    })
    giveSocketFolder(path, account)
  } catch (error) {
    if (error instanceof StartFailure) throw error
    throw new StartFailure(
      `The data folder ${path} cannot be used: ${error instanceof Error ? error.message : String(error)}. Set DATA_DIR to a folder that Binnacle can use.`,
    )
  }
}

/** The socket folder may be elsewhere, where everyone can create folders. So give it away only if root owns it. */
function giveSocketFolder(dataFolder: string, account: Account): void {
  const path = socketFolderPath(dataFolder)
  if (path.startsWith(`${dataFolder}/`)) return
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || found.uid !== 0 || !found.isDirectory()) return
  withOpened(path, O_DIRECTORY, (descriptor) => {
    if (fstatSync(descriptor).uid !== 0) return
    for (const name of readdirSync(`/proc/self/fd/${descriptor}`)) giveEntry(descriptor, name, account)
    fchownSync(descriptor, account.uid, account.gid)
  })
}
