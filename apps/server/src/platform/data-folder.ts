import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join, resolve } from 'node:path'
import { SHORTEST_SECRET_KEY } from './configuration.ts'
import { StartFailure } from './start-failure.ts'
import { folderDigest, socketFolder } from './socket-folder.ts'

/** The data folder, held by this process alone. */
export interface DataFolder {
  /** Absolute path. */
  path: string
  /** The secret key that is kept in the folder. */
  secretKey: string
  /** Password of the bundled database; not made from the key, as that may change while the database stays. */
  databasePassword: string
  release(): Promise<void>
}

function listen(server: Server, path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    server.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    server.listen(path, () => resolve(undefined))
  })
}

/** Asks who listens on a lock; undefined when nobody does. */
function askHolder(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = ''
    const socket = connect(path)
    socket.on('data', (chunk) => (said += chunk.toString()))
    socket.on('end', () => resolve(said))
    socket.on('error', () => resolve(undefined))
  })
}

function inUse(folder: string, holder: string): StartFailure {
  return new StartFailure(
    `The data folder ${folder} is in use by another copy of Binnacle (${holder}): stop that one, or set DATA_DIR to another folder.`,
  )
}

/**
 * Locks a folder by listening on a socket in it: the system lets go of that lock however the process ends, and tells
 * a live holder from a dead one even between containers that share the folder.
 */
async function lock(folder: string, introduction: string): Promise<Server> {
  const path =
    process.platform === 'win32'
      ? `\\\\.\\pipe\\binnacle-${folderDigest(folder)}`
      : join(await socketFolder(folder), 'lock.sock')
  const server = createServer((socket) => socket.on('error', () => {}).end(introduction))
  const failure = await listen(server, path)
  if (failure === undefined) return server
  if (failure !== 'EADDRINUSE')
    throw new StartFailure(`The data folder ${folder} cannot be locked: ${failure}`)
  const holder = await askHolder(path)
  if (holder !== undefined) throw inUse(folder, holder)
  // A pipe of Windows ends with its process, so this one is just being made.
  if (process.platform === 'win32') throw inUse(folder, 'starting')
  return replaceDead(server, path, folder)
}

/** A copy that clears a dead lock away is done within milliseconds; one that takes longer has died too. */
const LONGEST_CLEARING_MILLISECONDS = 10_000

/**
 * Takes over the lock that a dead process left. Only one copy at a time may clear one away, so that none removes the lock
 * that another has just taken.
 */
async function replaceDead(server: Server, path: string, folder: string): Promise<Server> {
  const guard = `${path}.guard`
  const made = await stat(guard).catch(() => undefined)
  if (made !== undefined && new Date().getTime() - made.mtimeMs > LONGEST_CLEARING_MILLISECONDS)
    await rm(guard, { force: true })
  await writeFile(guard, '', { flag: 'wx' }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw inUse(folder, 'starting')
    throw error
  })
  try {
    const holder = await askHolder(path)
    if (holder !== undefined) throw inUse(folder, holder)
    await rm(path, { force: true })
    const failure = await listen(server, path)
    if (failure !== undefined) throw inUse(folder, (await askHolder(path)) ?? 'starting')
    return server
  } finally {
    await rm(guard, { force: true })
  }
}

const DATABASE_PASSWORD = 'postgres.password'
const SECRET_KEY = 'secret.key'

/** The text of a file; undefined when there is none. */
async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** A secret that is kept in a file of the folder, made at the first start. */
async function keptSecret(folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  const known = (await readIfThere(path))?.trim()
  if (known !== undefined && known.length < SHORTEST_SECRET_KEY)
    throw new StartFailure(
      `${path} is empty or cut short: put back the one that was made at the first start.`,
    )
  if (known !== undefined) return known
  const draft = `${path}.new`
  const secret = randomBytes(32).toString('base64url')
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flush: true })
  // A link, unlike a renaming, never replaces one that is already in use.
  await link(draft, path)
  await rm(draft)
  return secret
}

/** The password of the database in a data folder that is in use; undefined when there is none. */
export function databasePasswordOf(folder: string): Promise<string | undefined> {
  return readIfThere(join(folder, DATABASE_PASSWORD)).catch(() => undefined)
}

/** The generated secret key in a data folder that is in use; undefined when there is none. */
export async function secretKeyOf(folder: string): Promise<string | undefined> {
  return (await readIfThere(join(folder, SECRET_KEY)))?.trim()
}

/**
 * Makes the data folder if need be and takes it for this process.
 * @param directory as configured; relative paths start at the present folder
 * @param introduction what a second copy is told about this one
 * @throws StartFailure when another copy has it, or it cannot be used
 */
export async function openDataFolder(directory: string, introduction: string): Promise<DataFolder> {
  const path = resolve(directory)
  let server: Server | undefined
  const release = () =>
    new Promise<void>((done) => (server === undefined ? done() : server.close(() => done())))
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    if (!(await stat(path)).isDirectory()) throw new Error('it is not a folder')
    server = await lock(path, introduction)
    const secretKey = await keptSecret(path, SECRET_KEY)
    const databasePassword = await keptSecret(path, DATABASE_PASSWORD)
    return { path, secretKey, databasePassword, release }
  } catch (error) {
    await release()
    if (error instanceof StartFailure) throw error
    throw new StartFailure(
      `The data folder ${path} cannot be used: ${error instanceof Error ? error.message : String(error)}. Set DATA_DIR to a folder that this user can write to.`,
    )
  }
}
