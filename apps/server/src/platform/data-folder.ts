import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join, resolve } from 'node:path'
import { SHORTEST_SECRET_KEY } from './configuration.ts'
import { StartFailure } from './start-failure.ts'
import { folderDigest, socketFolder } from './socket-folder.ts'

/** The data folder, locked by this process. */
export interface DataFolder {
  /** Absolute path. */
  path: string
  /** The secret key that is stored in the folder. */
  secretKey: string
  /** Password of the bundled database. Not derived from the key, because the key may change while the database stays. */
  databasePassword: string
  release(): Promise<void>
}

function listen(server: Server, path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    server.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    server.listen(path, () => resolve(undefined))
  })
}

/** Asks the holder of a lock to introduce itself; undefined if nobody listens. */
function askHolder(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let output = ''
    const socket = connect(path)
    socket.on('data', (chunk) => (output += chunk.toString()))
    socket.on('end', () => resolve(output))
    socket.on('error', () => resolve(undefined))
  })
}

function inUse(folder: string, holder: string): StartFailure {
  return new StartFailure(
    `The data folder ${folder} is in use by another copy of Binnacle (${holder}): stop that one, or set DATA_DIR to another folder.`,
  )
}

/**
 * Locks a folder by listening on a socket in it. The system releases the lock however the process ends, and a live holder
 * answers even in another container that shares the folder. A lock file with a process id could do neither.
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
  // A pipe of Windows ends with its process, so another copy is just starting.
  if (process.platform === 'win32') throw inUse(folder, 'starting')
  return replaceDead(server, path, folder)
}

/** Longest time to remove a dead lock, in milliseconds. A copy that takes longer has died too. */
const LONGEST_CLEARING_MILLISECONDS = 10_000

/**
 * Replaces the lock of a dead process. Only one copy at a time may remove it, so that none removes a lock that another copy
 * has just taken.
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

/** The text of a file; undefined if missing. */
async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** A secret in a file of the folder, created at the first start. */
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
  // Unlike a rename, a link never replaces a file that is already in use.
  await link(draft, path)
  await rm(draft)
  return secret
}

/** Reads the password of the database from a data folder; undefined if missing. */
export function databasePasswordOf(folder: string): Promise<string | undefined> {
  return readIfThere(join(folder, DATABASE_PASSWORD)).catch(() => undefined)
}

/** Reads the generated secret key from a data folder; undefined if missing. */
export async function secretKeyOf(folder: string): Promise<string | undefined> {
  return (await readIfThere(join(folder, SECRET_KEY)))?.trim()
}

/**
 * Creates the data folder if it does not exist, and locks it.
 * @param directory as configured; relative paths start at the current folder
 * @param introduction the text that a second copy gets about this one
 * @throws StartFailure if another copy has the lock, or the folder cannot be used
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
