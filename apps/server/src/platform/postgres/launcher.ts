import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { fchownSync, openSync, closeSync } from 'node:fs'
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { PoolConfig } from 'pg'
import { type Clock, endsWithin } from '../clock.ts'
import { socketFolder } from '../socket-folder.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { StartFailure } from '../start-failure.ts'
import { endOrphan, type Postmaster, readPostmaster } from './postmaster.ts'
import { chooseRights, type Rights } from './rights.ts'
import { settings } from './settings.ts'

const run = promisify(execFile)

const SUPERUSER = 'binnacle'
const START_MILLISECONDS = 60_000
const STOP_MILLISECONDS = 8_000
/** Bytes. The next start renames a larger log. */
const LARGEST_LOG = 10_000_000

export interface LauncherOptions {
  /** Absolute path; exists, and this process holds its lock. */
  dataDirectory: string
  /** Password for TCP connections. Only platforms without Unix sockets use them. */
  password: string
  clock: Clock
  /** Forces TCP, for platforms without Unix sockets and for tests of TCP. */
  tcp?: boolean
  /** Port to listen on. Default over TCP: a free port. */
  port?: number
  /** Settings that override the product's own, such as fsync=off in tests. */
  extraSettings?: Readonly<Record<string, string>>
  userNamespaces?: boolean
}

export interface RunningPostgres {
  /** How to connect as superuser to the database `postgres`. */
  connection: PoolConfig
  /** Process id of the server. */
  pid: number
  /** Resolves with the last lines of the log when the server ends for any reason. */
  ended: Promise<string>
  /** Stops the server and rolls back open transactions. */
  stop(): Promise<void>
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function logTail(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-5).join('\n')
}

/** Creates the database files. A start that dies halfway leaves none. */
async function initialise(
  options: LauncherOptions,
  binaries: Binaries,
  rights: Rights,
  folder: string,
): Promise<void> {
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  const passwordFile = join(draft, '..', 'initial-password')
  await writeFile(passwordFile, options.password, { mode: 0o600 })
  if (rights.user !== undefined) {
    await chown(draft, rights.user.uid, rights.user.gid)
    await chown(passwordFile, rights.user.uid, rights.user.gid)
  }
  const command: readonly string[] = [
    ...rights.prefix,
    binaries.initdb,
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ]
  const [file = '', ...args] = command
  try {
    await run(file, args, { cwd: '/', env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' }, ...rights.user })
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
    throw new StartFailure(
      `PostgreSQL could not make its files in ${folder}: ${output.trim().split('\n').at(-1)}`,
    )
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(draft, folder)
}

async function verifyVersion(binaries: Binaries, folder: string): Promise<void> {
  const [{ stdout }, found] = await Promise.all([
    run(binaries.postgres, ['--version']),
    readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => ''),
  ])
  const major = / (\d+)/.exec(stdout)?.[1] ?? ''
  if (found.trim() !== major)
    throw new StartFailure(
      `${folder} was made by PostgreSQL ${found.trim() || 'of an unknown version'}, and this copy of Binnacle brings PostgreSQL ${major}: move the data with pg_dump, or start the copy that made it.`,
    )
}

/** Returns a loopback port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<number>()
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
  })
  return promise
}

async function openLog(path: string, user: Rights['user']): Promise<number> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  )
  if (size > LARGEST_LOG) await rename(path, `${path}.1`)
  // A child can inherit a plain descriptor and keep it, unlike a file handle.
  const descriptor = openSync(path, 'a', 0o600)
  if (user !== undefined) fchownSync(descriptor, user.uid, user.gid)
  return descriptor
}

const watchdog = fileURLToPath(new URL('watchdog.sh', import.meta.url))

function start(command: readonly string[], rights: Rights, log: number): ChildProcess {
  const guarded = process.platform === 'win32' ? command : ['sh', watchdog, ...rights.prefix, ...command]
  const [file = '', ...args] = guarded
  return spawn(file, args, {
    cwd: '/',
    // Its own process group: Ctrl+C in the terminal must reach this process first, not the database.
    detached: true,
    stdio: ['pipe', log, log],
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' },
    ...rights.user,
  })
}

/**
 * Starts the bundled PostgreSQL in a data folder and waits until it accepts connections. The server stops when this
 * process ends for any reason. A server that an earlier process left running is stopped first.
 * @throws StartFailure with a sentence for the person who starts the product
 */
export async function launchPostgres(options: LauncherOptions): Promise<RunningPostgres> {
  const binaries = await findBinaries()
  const folder = join(options.dataDirectory, 'postgres')
  const rights = await chooseRights({
    databaseFolder: folder,
    program: binaries.postgres,
    ...(options.userNamespaces === undefined ? {} : { userNamespaces: options.userNamespaces }),
  })
  if (!(await exists(folder))) await initialise(options, binaries, rights, folder)
  await verifyVersion(binaries, folder)
  await endOrphan(folder, options.clock)

  const tcp = options.tcp ?? process.platform === 'win32'
  const port = options.port ?? (tcp ? await freePort() : 5_432)
  const sockets = tcp ? '' : await socketFolder(options.dataDirectory, rights.owner)
  const killed = await readPostmaster(folder)
  const logFile = join(options.dataDirectory, 'postgres.log')
  const log = await openLog(logFile, rights.user)
  const child = start(
    [
      binaries.postgres,
      '-D',
      folder,
      ...Object.entries({
        ...settings,
        listen_addresses: tcp ? '127.0.0.1' : '',
        port: String(port),
        unix_socket_directories: sockets,
        ...options.extraSettings,
      }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    rights,
    log,
  )
  closeSync(log)
  // Only the system writes here, when it closes the stream of a dead process.
  child.stdin?.on('error', () => {})
  const exited = Promise.withResolvers<string>()
  child.on('error', (error) => exited.resolve(error.message))
  child.on('exit', () => void logTail(logFile).then(exited.resolve))
  let over = false
  void exited.promise.then(() => (over = true))

  const stop = async () => {
    child.stdin?.end()
    const ended = await endsWithin(options.clock, STOP_MILLISECONDS, exited.promise)
    if (!ended && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    await exited.promise
  }
  const pid = await waitUntilReady(folder, killed, options.clock, () => over)
  if (pid === undefined) {
    const reason = over ? await exited.promise : `no answer within ${START_MILLISECONDS / 1_000} s`
    await stop()
    throw new StartFailure(`PostgreSQL did not start; the end of ${logFile} says: ${reason}`)
  }
  return {
    pid,
    ended: exited.promise,
    stop,
    connection: tcp
      ? { host: '127.0.0.1', port, user: SUPERUSER, password: options.password, database: 'postgres' }
      : { host: sockets, port, user: SUPERUSER, database: 'postgres' },
  }
}

/**
 * Finds out how to connect as superuser to the server that a running copy of the product started in a data folder.
 * @returns undefined if no server runs there
 */
export async function findRunningPostgres(
  dataDirectory: string,
  password: string,
): Promise<PoolConfig | undefined> {
  const postmaster = await readPostmaster(join(dataDirectory, 'postgres'))
  if (postmaster?.status !== 'ready') return undefined
  const { port, socketFolder: sockets } = postmaster
  return sockets === ''
    ? { host: '127.0.0.1', port, user: SUPERUSER, password, database: 'postgres' }
    : { host: sockets, port, user: SUPERUSER, database: 'postgres' }
}

/**
 * Waits until the server writes the word `ready` into its status file.
 * @param killed the status file of an earlier server, to be ignored
 * @returns the process id of the server, or undefined
 */
async function waitUntilReady(
  folder: string,
  killed: Postmaster | undefined,
  clock: Clock,
  over: () => boolean,
): Promise<number | undefined> {
  const giveUp = clock.now().getTime() + START_MILLISECONDS
  while (!over() && clock.now().getTime() < giveUp) {
    const postmaster = await readPostmaster(folder)
    const isNew = postmaster?.pid !== killed?.pid || postmaster?.started !== killed?.started
    if (isNew && postmaster?.status === 'ready') return postmaster.pid
    await clock.wait(20)
  }
  return undefined
}
