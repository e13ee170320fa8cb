import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { chown, lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartFailure } from './start-failure.ts'

/** A socket's path may have 108 bytes; the longest file name that is put into the folder takes 20 of them. */
const LONGEST_FOLDER = 80

/** A short name for a folder that stays the same from start to start. */
export function folderDigest(folder: string): string {
  return createHash('sha256').update(folder).digest('hex').slice(0, 16)
}

/**
 * Where the sockets of a data folder are: inside it, or in the temporary folder where that path is too long for a
 * socket.
 * @param dataFolder absolute path
 */
export function socketFolderPath(dataFolder: string): string {
  const inside = join(dataFolder, 'run')
  return Buffer.byteLength(inside) <= LONGEST_FOLDER
    ? inside
    : join(realpathSync(tmpdir()), `binnacle-${folderDigest(dataFolder)}`)
}

/**
 * Makes the private folder for the sockets of a data folder.
 * @param dataFolder absolute path
 * @param owner who must be able to make sockets in it, when it is not this process's user
 */
export async function socketFolder(
  dataFolder: string,
  owner?: { uid: number; gid: number },
): Promise<string> {
  const folder = socketFolderPath(dataFolder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await lstat(folder)
  const self = process.getuid?.() ?? found.uid
  if (!found.isDirectory() || (self !== 0 && found.uid !== self))
    throw new StartFailure(`${folder} is not a folder of this user: remove it, then start again.`)
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid)
  return folder
}
